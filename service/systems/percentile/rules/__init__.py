"""The rules of the percentile system: small frozen values in, small frozen values out."""
