"""Chance: readings of throws, dice of every kind, exact odds and dice notation."""
