"""Árbitro: a referee for tabletop role-playing games."""
