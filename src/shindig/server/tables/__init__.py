"""Tables at work: commands, decisions, the scheduler and the actor of each table."""
