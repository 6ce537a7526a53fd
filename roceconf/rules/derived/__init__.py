"""What follows from a switch, worked out once for all rules: what is lossless, in force, reached, paused, promised."""
