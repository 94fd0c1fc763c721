"""The process that runs the embedded model: started once for each setup, shared by the program, ended with it."""

import atexit
import json
import os
import secrets
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chaindsl.models.failure import ModelError, require
from chaindsl.models.weights import weights

NAME = "gemma-3-270m"
PROGRAM = Path(__file__).with_name("llama.py")
START_SECONDS = 120.0
STOP_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Setup:
    """How the model is loaded: the context it can see (tokens, prompt and answer together) and its threads."""

    context: int
    threads: int


class Engine:
    """A running server: its address, the key that it asks for, and its process."""

    def __init__(self, setup: Setup) -> None:
        require("xllamacpp", "local")
        path = weights()
        self.key = secrets.token_urlsafe(24)
        self._owner = os.getpid()
        # In a session of its own, so that an interrupt at the terminal is the program's to handle. It ends when its
        # standard input does, however this process ends.
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(PROGRAM)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        settings = {
            "path": str(path),
            "name": NAME,
            "context": setup.context,
            "threads": setup.threads,
            "key": self.key,
        }
        try:
            self.address = self._greeted(settings)
        except BaseException:
            self.stop()
            raise

    @property
    def alive(self) -> bool:
        """Whether the process runs, and is this process's own (not that of a parent that forked)."""
        return self._owner == os.getpid() and self._process.poll() is None

    def stop(self) -> None:
        """End the process, and wait until it has. In a process that was forked off, only let go of it."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                with suppress(BrokenPipeError):
                    pipe.close()
        if self._owner != os.getpid():
            return
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _greeted(self, settings: dict[str, Any]) -> str:
        """Send the settings and return the address that comes back."""
        sent, received = self._process.stdin, self._process.stdout
        assert sent is not None
        assert received is not None
        alarm = threading.Timer(START_SECONDS, self._process.kill)
        alarm.start()
        try:
            with suppress(BrokenPipeError):
                sent.write(json.dumps(settings).encode() + b"\n")
                sent.flush()
            said = received.readline()
        finally:
            alarm.cancel()
        answer = _read(said)
        if "address" not in answer:
            self.stop()
            reason = answer.get("error") or f"its process ended with {self._process.returncode}"
            raise ModelError("model-unreachable", f"the embedded model did not start: {reason}", subject=NAME)
        return str(answer["address"])


def _read(said: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(said)
    except ValueError:
        return {}
    return answer if isinstance(answer, dict) else {}


_running: dict[Setup, Engine] = {}
_lock = threading.Lock()


def engine(setup: Setup) -> Engine:
    """Return the engine for a setup; start it when there is none, or when it has ended.

    Starting takes a second or two. Raises ModelError when an extra is missing or the model does not start.
    """
    with _lock:
        found = _running.get(setup)
        if found and not found.alive:
            _running.pop(setup).stop()
            found = None
        if found is None:
            found = _running[setup] = Engine(setup)
        return found


def stop_all() -> None:
    """End every engine; one that is asked again starts again."""
    with _lock:
        while _running:
            _running.popitem()[1].stop()


atexit.register(stop_all)
