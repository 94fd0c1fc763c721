"""A real browser that opens pages of ours, without a window. It knows nothing about what is on them."""

import shutil
import subprocess
import tempfile
from pathlib import Path

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
NO_BROWSER = "chromium is not installed (apt-get install chromium)"
# Without these it looks for its maker's hosts, and as root it refuses its own sandbox.
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)


def opened(page: Path, *options: str) -> str:
    """Open a page and return what stands in it after its script ran. Raises where that takes more than a minute."""
    assert CHROMIUM is not None
    with tempfile.TemporaryDirectory() as profile:
        command = [CHROMIUM, *FLAGS, f"--user-data-dir={profile}", *options, "--dump-dom", page.resolve().as_uri()]
        return subprocess.run(command, capture_output=True, timeout=60, check=True).stdout.decode("utf-8")
