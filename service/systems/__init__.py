"""Rules: one folder a system, found and not listed."""
