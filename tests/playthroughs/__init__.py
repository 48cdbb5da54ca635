"""Whole fights, one a system: scenarios with seeded dice, played and written down line by line, to be read by eye."""
