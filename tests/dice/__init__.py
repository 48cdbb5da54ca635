"""Chance: readings, dice, odds and notation."""
