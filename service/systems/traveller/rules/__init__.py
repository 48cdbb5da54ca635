"""The rules of the 2D6 system: small frozen values in, small frozen values out."""
