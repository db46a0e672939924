"""The pool of processes in which bots think."""
