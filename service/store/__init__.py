"""The store: journals that keep encounters."""
