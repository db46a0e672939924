### Texts of the script that copies a link.

script-copied = Copied
