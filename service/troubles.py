"""Troubles: what the system says no to, files and addresses, in both languages."""

import errno
from collections.abc import Mapping
from socket import gaierror
from typing import Any

from schema.refusals import Reason, Refusal

NOT_THERE = Reason("not_there", "No existe: {what}", "It does not exist: {what}")
NO_PERMISSION = Reason("no_permission", "No hay permiso: {what}", "Permission is denied: {what}")
IN_USE = Reason("in_use", "Ya está en uso: {what}", "It is in use already: {what}")
NOT_HERE = Reason(
    "not_here", "Esa dirección no es de esta máquina: {what}", "That address is not of this machine: {what}"
)
NO_SUCH_HOST = Reason("no_such_host", "No hay ninguna máquina con ese nombre: {what}", "No host has that name: {what}")
NOBODY_ANSWERS = Reason("nobody_answers", "Ahí no responde nadie: {what}", "Nobody answers there: {what}")
OTHERWISE = Reason("system", "El sistema no lo hace ({detail}): {what}", "The system does not do it ({detail}): {what}")

BY_NUMBER: Mapping[int | None, Reason] = {
    errno.ENOENT: NOT_THERE,
    errno.EACCES: NO_PERMISSION,
    errno.EPERM: NO_PERMISSION,
    errno.EISDIR: Reason("is_folder", "Es una carpeta: {what}", "It is a folder: {what}"),
    errno.ENOTDIR: Reason("no_folder", "No está en una carpeta: {what}", "It is in no folder: {what}"),
    errno.EROFS: Reason("read_only", "Ahí no se puede escribir: {what}", "Nothing can be written there: {what}"),
    errno.ENOSPC: Reason("disk_full", "El disco está lleno: {what}", "The disk is full: {what}"),
    errno.EADDRINUSE: IN_USE,
    errno.EADDRNOTAVAIL: NOT_HERE,
    errno.ECONNREFUSED: NOBODY_ANSWERS,
}
"""Why the system said no, by the number of its error."""


def trouble(error: OSError, what: Any = None) -> Refusal:
    """Return what the system said no to, as a refusal: a file that its error names, or what it was about."""
    reason = NO_SUCH_HOST if isinstance(error, gaierror) else BY_NUMBER.get(error.errno, OTHERWISE)
    about = error.filename if what is None else what
    return Refusal(reason, (), {"what": about or "?", "detail": error.strerror or error})
