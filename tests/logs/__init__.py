"""Logs as each format wrote them, kept for ever: whatever changes, they stay readable."""

from pathlib import Path

FOLDER = Path(__file__).parent
