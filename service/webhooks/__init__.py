"""Webhooks: what happens in an encounter, delivered to the addresses its Game Master registers."""
