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
    return run(page, "--dump-dom", *options).decode("utf-8")


def screenshot(page: Path, picture: Path, width: int, height: int, *options: str) -> bytes:
    """Write a picture of a page as a PNG, and return it."""
    run(page, f"--screenshot={picture}", f"--window-size={width},{height}", *options)
    return picture.read_bytes()


def run(page: Path, *options: str) -> bytes:
    assert CHROMIUM is not None
    with tempfile.TemporaryDirectory() as profile:
        command = [CHROMIUM, *FLAGS, f"--user-data-dir={profile}", *options, page.resolve().as_uri()]
        return subprocess.run(command, capture_output=True, timeout=60, check=True).stdout
