"""The contract: the words and shapes that cross the wire."""
