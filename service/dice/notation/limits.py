"""The limits of dice notation: all of them are checked before any die falls."""

LENGTH = 256
"""Characters of a notation, as it is given and as it is written back."""

DEPTH = 16
"""Parentheses and minus signs inside one another."""

PARTS = 128
"""Numbers, throws and operations of a notation."""

DICE_A_TERM = 1_000
"""Dice thrown together."""

DICE = 5_000
"""Dice of a notation, all repeats together."""

SIDES = 10_000
"""Sides of a die."""

NUMBER = 1_000_000
"""A number that is written."""

TOTAL = 1_000_000_000
"""What any step may come to, either way."""

TIMES = 100
"""Repeats."""

LABEL = 64
"""Characters of a label."""
