"""Live tables: commands, decisions, the scheduler and the actor that runs each table."""
