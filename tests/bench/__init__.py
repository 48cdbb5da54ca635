"""Measurements: `python -m tests.bench [--json] [--only NAME]`; each module here whose ROWS say what it measures."""
