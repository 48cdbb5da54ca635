"""Forecasts: the exact odds of what a request may come to, for people and programs to read."""
