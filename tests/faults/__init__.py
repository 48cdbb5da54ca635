"""Faults: real processes, killed and lied to."""
