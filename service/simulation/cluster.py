"""A cluster: fights are played by the workers of a Dask scheduler, on whatever machines they are."""

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any

from distributed import Client, KilledWorker

PATIENCE = "5s"
"""How long a scheduler is given to answer."""


class Cluster(Executor):
    """The workers of a scheduler; a thread speaks to it, so that nobody waits for it."""

    def __init__(self, address: str) -> None:
        """Join the scheduler at an address."""
        self._thread = ThreadPoolExecutor(1)
        self._client = self._thread.submit(Client, address, timeout=PATIENCE, set_as_default=False)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Return what a function will come to on some worker; of one who dies, the work goes to another."""
        future: Future[Any] = Future()
        self._thread.submit(self._hand_on, future, partial(fn, *args, **kwargs))
        return future

    def _hand_on(self, future: Future[Any], work: Callable[[], Any]) -> None:
        try:
            handed = self._client.result().get_executor(pure=False).submit(work)  # type: ignore[no-untyped-call]
        except Exception as error:  # noqa: BLE001 - whoever waits for the future is to have it
            future.set_exception(BrokenExecutor(str(error)))
        else:
            handed.add_done_callback(partial(_told, future))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002, FBT001, FBT002 - the executors' signature
        """Leave the scheduler."""
        self._thread.submit(self._leave)
        self._thread.shutdown(wait=wait)

    def _leave(self) -> None:
        with suppress(Exception):
            self._client.result().close()  # type: ignore[no-untyped-call]


def _told(future: Future[Any], handed: Future[Any]) -> None:
    """Tell what has come of work to whoever still waits for it."""
    if handed.cancelled() or not future.set_running_or_notify_cancel():
        return
    error = handed.exception()
    if error is None:
        future.set_result(handed.result())
    else:
        future.set_exception(BrokenExecutor(str(error)) if isinstance(error, KilledWorker) else error)
