"""Many fights: the rules of the table, played headless and counted."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
"""Workers share the processors among themselves; the small matrices here are slower on several."""
