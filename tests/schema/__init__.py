"""The words that cross the wire."""
