"""First start of a machine: language, time, dice and three rolls to try."""
