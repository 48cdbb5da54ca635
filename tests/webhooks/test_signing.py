"""Signatures are those of Standard Webhooks."""

import re
import time
from pathlib import Path
from typing import Any

import pytest

from service.webhooks.signing import new_secret, signature, signed_headers

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"  # noqa: S105 - the one in everybody's examples
BODY = b'{"test": 2432232314}'
README = (Path(__file__).parent.parent.parent / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def verified() -> Any:
    """Lend what the README verifies deliveries by."""
    (written,) = re.findall(r"```python\n(import base64.*?)```", README, re.DOTALL)
    names: dict[str, Any] = {}
    exec(written, names)  # noqa: S102 - the README's own code
    return names["verified"]


def test_signs_as_the_libraries_verify() -> None:
    """The example by which libraries of Standard Webhooks are tested is signed as they expect."""
    signed = signature(SECRET, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, BODY)
    assert signed == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_each_secret_signs() -> None:
    """The headers hold a signature by each secret, the newest first, and the id and the time that they sign."""
    old, new = new_secret(), new_secret()
    headers = signed_headers((new, old), "one", 7, BODY)
    assert headers == {
        "webhook-id": "one",
        "webhook-timestamp": "7",
        "webhook-signature": f"{signature(new, 'one', 7, BODY)} {signature(old, 'one', 7, BODY)}",
    }


def test_nobody_has_the_same_secret() -> None:
    """Secrets differ, and are as long as what they key."""
    one, other = new_secret(), new_secret()
    assert one != other
    assert len(one) == len("whsec_") + 44


def test_the_readme_verifies_what_we_sign(verified: Any) -> None:
    """By the README's code a receiver knows our deliveries, by either secret while one takes the other's place."""
    old, new = new_secret(), new_secret()
    headers = signed_headers((new, old), "one", int(time.time()), BODY)
    assert verified(headers, BODY, new)
    assert verified(headers, BODY, old)


@pytest.mark.parametrize(
    ("changed", "body", "late"),
    [
        pytest.param({}, BODY + b" ", 0, id="another body"),
        pytest.param({"webhook-id": "two"}, BODY, 0, id="another id"),
        pytest.param({"webhook-signature": "v1,AAAA v1a,AAAA"}, BODY, 0, id="no signature of ours"),
        pytest.param({}, BODY, 301, id="too long ago"),
    ],
)
def test_the_readme_verifies_nothing_else(verified: Any, changed: dict[str, str], body: bytes, late: int) -> None:
    """What was changed, or is sent again much later, is not verified, nor is what another secret signed."""
    secret = new_secret()
    headers = {**signed_headers((secret,), "one", int(time.time()) - late, BODY), **changed}
    assert not verified(headers, body, secret)
    assert not verified(signed_headers((new_secret(),), "one", int(time.time()), BODY), BODY, secret)
