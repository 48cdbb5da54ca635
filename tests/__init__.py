"""Tests of Árbitro."""
