"""Troubles: whatever the system says no to is told in both languages, with what it was about."""

import errno
import os

import pytest

from service.troubles import BY_NUMBER, trouble


@pytest.mark.parametrize("number", [*BY_NUMBER, errno.ELOOP, 0])
def test_every_trouble_is_told_in_both_languages(number: int) -> None:
    """A trouble that is known has words of its own, any other the system's; both name the file."""
    told = trouble(OSError(number, os.strerror(number), "fight.toml")).message
    assert told.es != told.en
    assert "fight.toml" in told.es
    assert "fight.toml" in told.en
    assert (os.strerror(number) in told.es) == (number not in BY_NUMBER)


def test_a_trouble_without_a_file_names_what_it_was_about() -> None:
    """What an error does not name is named by whoever met it; one without words of the system has its own."""
    assert "127.0.0.1:80" in trouble(PermissionError(errno.EACCES, "Permission denied"), "127.0.0.1:80").message.es
    assert "no reason" in trouble(OSError("no reason"), "fight.toml").message.es
