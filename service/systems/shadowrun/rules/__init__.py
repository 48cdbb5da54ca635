"""The rules of the pool system: small frozen values in, small frozen values out."""
