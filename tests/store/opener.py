"""Opens the server of a folder, leaves a mark in it, says who serves, and dies on the spot."""

import os
import signal
import sys
from pathlib import Path

from service.store.embedded import EmbeddedServer
from tests.store.servers import asked, pid

if __name__ == "__main__":
    server = EmbeddedServer(Path(sys.argv[1]))
    server.ensure()
    with asked(server) as client:
        client.incr("marks")
    sys.stdout.write(f"{pid(server)}\n")
    sys.stdout.flush()
    os.kill(os.getpid(), signal.SIGKILL)
