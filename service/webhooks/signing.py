"""Signatures as Standard Webhooks has them, so that its libraries verify what Árbitro sends."""

import base64
import hmac
import secrets
from collections.abc import Iterable, Mapping

PREFIX = "whsec_"
SECRET_BYTES = 32


def new_secret() -> str:
    """Return a secret that nobody else has."""
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def signature(secret: str, delivery: str, at: int, body: bytes) -> str:
    """Return how a secret signs a delivery: HMAC-SHA256 over its id, the time in seconds since 1970, and its body."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signed = hmac.digest(key, f"{delivery}.{at}.".encode() + body, "sha256")
    return f"v1,{base64.b64encode(signed).decode()}"


def signed_headers(secret_texts: Iterable[str], delivery: str, at: int, body: bytes) -> Mapping[str, str]:
    """Return the headers of a delivery, signed by each of the secrets."""
    return {
        "webhook-id": delivery,
        "webhook-timestamp": str(at),
        "webhook-signature": " ".join(signature(secret, delivery, at, body) for secret in secret_texts),
    }
