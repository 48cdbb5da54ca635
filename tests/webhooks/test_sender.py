"""The sender goes nowhere but to the public internet, and is worn down by no receiver."""

import asyncio
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from schema.refusals import Refusal
from service.webhooks.sender import Resolve, Sender, resolved
from tests.webhooks.receivers import HANGS_UP, SILENCE, TAKEN, receiving, status

pytestmark = pytest.mark.anyio

LOCAL = Sender(loopback=True, seconds=5)


def leading(*addresses: str) -> Resolve:
    """Return a resolver to which every name leads to these addresses."""

    async def resolve(_host: str, _port: int) -> Sequence[str]:
        return addresses

    return resolve


async def refused(sender: Sender, url: str) -> str:
    """Return the code by which a URL is refused, at registration and at each delivery alike."""
    with pytest.raises(Refusal) as at_registration:
        await sender.check(url)
    with pytest.raises(Refusal) as at_delivery:
        await sender.post(url, {}, b"{}")
    assert at_registration.value.code == at_delivery.value.code
    assert at_registration.value.place == ("url",)
    return at_registration.value.code


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("", "webhook_url"),
        ("https://", "webhook_url"),
        ("https://example.com\n.evil.test/", "webhook_url"),
        ("https://[::1", "webhook_url"),
        ("https://xn--/", "webhook_url"),
        ("https://xn--a/", "webhook_url"),
        ("http://example.com/", "webhook_not_https"),
        ("ftp://example.com/", "webhook_not_https"),
        ("file:///etc/passwd", "webhook_url"),
        ("gopher://example.com/", "webhook_not_https"),
        ("//example.com/", "webhook_not_https"),
        ("https://me@example.com/", "webhook_login_in_url"),
        ("https://example.com:secret@10.0.0.1/", "webhook_login_in_url"),
        ("https://example.com:22/", "webhook_port"),
        ("https://example.com:0/", "webhook_port"),
        ("https://example.com:65536/", "webhook_port"),
    ],
)
async def test_what_is_no_address_of_the_web_is_refused(url: str, code: str) -> None:
    """A URL is refused for its form before anybody is asked for its name."""
    assert await refused(Sender(resolve=leading("1.1.1.1")), url) == code


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "127.1",
        "0x7f.0.0.1",
        "2130706433",
        "0177.0.0.1",
        "localhost",
        "localhost.",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "0",
        "10.0.0.1",
        "169.254.169.254",
        "[fe80::1%25eth0]",
        "[2606:4700::1111%25lo]",
        "\uff11\uff12\uff17.0.0.1",
        "a..b",
        ".",
        "a" * 70 + ".example",
    ],
)
async def test_no_spelling_leads_inside(host: str) -> None:
    """However an inner address is spelt, and whatever resolves to nothing, is no public address."""
    code = await refused(Sender(), f"https://{host}/")
    assert code in {"webhook_not_public", "webhook_url"}


@pytest.mark.parametrize("addresses", [(), ("10.0.0.1",), ("1.1.1.1", "10.0.0.1"), ("1.1.1.1", "::ffff:10.0.0.1")])
async def test_every_address_of_a_name_must_be_public(addresses: Sequence[str]) -> None:
    """A name that leads inside, also as one of several ways, is refused."""
    assert await refused(Sender(resolve=leading(*addresses)), "https://example.com/") == "webhook_not_public"


async def test_a_public_name_may_be_registered() -> None:
    """A name that leads to the public internet alone is taken, and so is a high port."""
    sender = Sender(resolve=leading("1.1.1.1", "2606:4700::1111"))
    await sender.check("https://example.com/")
    await sender.check("https://example.com:8443/hook?to=table")


@pytest.mark.parametrize(
    "url", ["http://example.com/", "http://10.0.0.1/", "https://10.0.0.1/", "https://[::ffff:7f00:1]/"]
)
async def test_the_setting_opens_this_machine_only(url: str) -> None:
    """With loopback allowed, http leads to this machine alone, and no other inner address is open."""
    resolve = leading("93.184.216.34" if "example" in url else url.split("/")[2].strip("[]"))
    assert await refused(Sender(loopback=True, resolve=resolve), url) == "webhook_not_public"


async def test_names_are_looked_up_beside_all_other_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names that take their time hold no thread that other work waits for."""
    answered = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [answered.wait(60)] * 0)
    asked = [asyncio.create_task(resolved("slow.test", 443)) for _ in range(40)]
    others = [asyncio.to_thread(int) for _ in range(40)]
    assert await asyncio.wait_for(asyncio.gather(*others), 30) == [0] * 40
    answered.set()
    assert await asyncio.gather(*asked) == [[]] * 40


async def test_what_is_checked_is_what_is_connected_to() -> None:
    """The name is looked up once a delivery: a name that changes its mind meanwhile changes nothing."""
    asked: list[str] = []

    async def rebinding(host: str, _port: int) -> Sequence[str]:
        asked.append(host)
        return ("127.0.0.1",) if len(asked) == 1 else ("10.0.0.1",)

    async with receiving() as receiver:
        sender = Sender(loopback=True, resolve=rebinding)
        await sender.post(f"http://table.test:{receiver.port}/hook", {}, b"{}")
    assert asked == ["table.test"]
    assert receiver.received[0].headers["host"] == f"table.test:{receiver.port}"


async def test_another_address_is_tried_where_one_is_closed() -> None:
    """Of several addresses, the first that lets itself be reached is sent to, once."""
    async with receiving() as receiver:
        sender = Sender(loopback=True, resolve=leading("::1", "127.0.0.9", "127.0.0.1"))
        await sender.post(f"http://table.test:{receiver.port}/", {}, b"{}")
    assert len(receiver.received) == 1


async def test_sends_what_it_is_given_and_little_else() -> None:
    """A delivery is a POST of JSON, with its headers, and without cookies, logins or anything of the environment."""
    async with receiving(status(200, "Set-Cookie: a=b"), TAKEN) as receiver:
        for _ in range(2):
            await LOCAL.post(f"{receiver.url}?to=table", {"webhook-id": "one"}, b'{"a":1}')
    first, again = receiver.received
    assert (first.line, first.body) == ("POST /hook?to=table HTTP/1.1", b'{"a":1}')
    assert first.headers["webhook-id"] == "one"
    assert first.headers.keys() - {"webhook-id"} == {
        *("host", "content-type", "content-length", "accept", "accept-encoding", "connection", "user-agent")
    }
    assert again == first


async def test_no_proxy_of_the_environment_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy would look names up anew, and may stand inside: none is asked."""
    async with receiving() as receiver, receiving() as proxy:
        for name in ("HTTP_PROXY", "ALL_PROXY", "http_proxy", "all_proxy"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        await LOCAL.post(receiver.url, {}, b"{}")
    assert (len(receiver.received), proxy.received) == (1, [])


@pytest.mark.parametrize("code", [301, 302, 307, 308])
async def test_no_redirect_is_followed(code: int) -> None:
    """A redirect is a failure like any other, and leads nowhere."""
    async with receiving() as inner, receiving(status(code, f"Location: {inner.url}")) as receiver:
        with pytest.raises(Refusal) as caught:
            await LOCAL.post(receiver.url, {}, b"{}")
    assert (caught.value.code, caught.value.details) == ("webhook_answered", {"status": code})
    assert inner.received == []


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (status(400), "webhook_answered"),
        (status(500), "webhook_answered"),
        (status(410), "webhook_gone"),
        pytest.param(HANGS_UP, "webhook_no_answer", id="it hangs up"),
        pytest.param(b"SSH-2.0-OpenSSH_9.2\r\n\r\n", "webhook_no_answer", id="it speaks something else"),
        pytest.param(b"HTTP/1.1 200 OK\r\nA: " + b"x" * 1_000_000, "webhook_no_answer", id="its headers have no end"),
    ],
)
async def test_only_success_is_success(answer: bytes, code: str) -> None:
    """Whatever is no status from 200 to 299 is a failure, told as such."""
    async with receiving(answer) as receiver:
        with pytest.raises(Refusal) as caught:
            await LOCAL.post(receiver.url, {}, b"{}")
    assert caught.value.code == code


@pytest.mark.parametrize("answer", [SILENCE, b"HTTP/1.1 100 Continue\r\n\r\n" * 3])
async def test_a_slow_receiver_is_left(answer: bytes) -> None:
    """A receiver has its time for everything together; who has not answered by then has failed."""
    async with receiving(answer) as receiver:
        with pytest.raises(Refusal) as caught:
            await Sender(loopback=True, seconds=0.05).post(receiver.url, {}, b"{}")
    assert caught.value.code == "webhook_no_answer"


async def test_nobody_at_home_is_no_answer() -> None:
    """A port at which nobody listens is a failure."""
    async with receiving() as receiver:
        url = receiver.url
    with pytest.raises(Refusal) as caught:
        await LOCAL.post(url, {}, b"{}")
    assert caught.value.code == "webhook_no_answer"


async def test_the_body_of_an_answer_is_not_read() -> None:
    """An answer whose body has no end is taken by its status."""
    endless = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 99999999999\r\n\r\n" + b"x" * 100_000
    async with receiving(endless) as receiver:
        await LOCAL.post(receiver.url, {}, b"{}")
    assert len(receiver.received) == 1


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Lend a certificate of table.test, with its key."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl makes the certificate")
    file = tmp_path_factory.mktemp("tls") / "table.pem"
    options = ("-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2")
    named = ("-subj", "/CN=table.test", "-addext", "subjectAltName=DNS:table.test")
    subprocess.run(
        ["openssl", "req", *options, *named, "-keyout", file, "-out", f"{file}.crt"], check=True, capture_output=True
    )
    file.write_bytes(file.read_bytes() + Path(f"{file}.crt").read_bytes())
    return file


@pytest.mark.parametrize(("name", "taken"), [("table.test", True), ("other.test", False)])
async def test_a_certificate_is_the_names_not_the_addresses(certificate: Path, name: str, taken: bool) -> None:  # noqa: FBT001 - a row of a table
    """Connected to an address, it asks for the name, and the certificate must be that name's."""
    asked: list[str | None] = []
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate)
    tls.sni_callback = lambda _socket, server, _context: asked.append(server)
    trusting = ssl.create_default_context(cafile=certificate)
    async with receiving(tls=tls) as receiver:
        sender = Sender(loopback=True, resolve=leading("127.0.0.1"), context=trusting)
        sent = asyncio.ensure_future(sender.post(f"https://{name}:{receiver.port}/", {}, b"{}"))
        await asyncio.wait((sent,))
    assert asked == [name]
    assert (sent.exception() is None, len(receiver.received)) == (taken, int(taken))
