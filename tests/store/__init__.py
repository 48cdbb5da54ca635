"""Tests of the store: journals, the servers they are on, and what becomes of them."""
