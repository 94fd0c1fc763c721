"""Finds interpreters of other versions by their names; it knows no place where one may be."""

import shutil
import subprocess


def find(version: str) -> str | None:
    """Return the path of a Python of a version such as 3.12, from the PATH or from pyenv; None where there is none."""
    named = shutil.which(f"python{version}")
    if named and answers(named, version):
        return named
    pyenv = shutil.which("pyenv")
    if pyenv is None:
        return None
    for name in reversed(said(pyenv, "versions", "--bare").split()):
        path = f"{said(pyenv, 'prefix', name).strip()}/bin/python"
        if name.startswith(f"{version}.") and answers(path, version):
            return path
    return None


def answers(path: str, version: str) -> bool:
    """Say whether a program is a Python of the version; a shim of pyenv may be there and lead nowhere."""
    return said(path, "-c", "import sys; print('%d.%d' % sys.version_info[:2])").strip() == version


def said(*command: str) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False).stdout
    except OSError:
        return ""
