"""The rules of the 1o3d10 system: small frozen values in, small frozen values out."""
