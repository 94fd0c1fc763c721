"""Kills `chaindsl map` at random and starts it again: `python -m tests.cli.soak [INPUTS [KILLS [SEED]]]`.

A flow of three steps that each ask a model, over so many inputs; the model is a server of its own in this process,
which counts what it is asked. In the end each input must have one result, in order, and no model may have been asked
again for a step that was recorded when its process was killed.
"""

import json
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

WORKERS = 8
STEPS = 3
FLOW = """
from chaindsl import Budget, Complete, chain, step

@step(writes="a", max_attempts=1)
def one(n: int, *, complete: Complete) -> str:
    return complete(f"one {n}")

@step(writes="b", max_attempts=1)
def two(a: str, n: int, *, complete: Complete) -> str:
    return complete(f"two {n}")

@step(writes="c", max_attempts=1)
def three(b: str, n: int, *, complete: Complete) -> str:
    return complete(f"three {n}")

three_steps = chain("three_steps", one, two, three, inputs={"n": int}, outputs=["c"], budget=Budget(calls=3))
"""


@dataclass(frozen=True)
class Outcome:
    """What a soak came to: `asked` counts the model's calls, `again` those for a step that had no record yet."""

    inputs: int
    kills: int
    asked: int
    again: int


class Model:
    """Counts each prompt when it comes, and answers with it."""

    def __init__(self) -> None:
        self.url = ""
        self.asked: Counter[str] = Counter()
        self.total = 0
        self._lock = threading.Lock()

    def answer(self, prompt: str) -> bytes:
        with self._lock:
            self.asked[prompt] += 1
            self.total += 1
        choice = {"index": 0, "message": {"role": "assistant", "content": prompt}, "finish_reason": "stop"}
        return json.dumps({"model": "tiny", "choices": [choice]}).encode()


class Handler(BaseHTTPRequestHandler):
    """One connection to the model."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1
    model: Model

    def do_POST(self) -> None:
        size = int(self.headers["Content-Length"])
        asked = self.rfile.read(size)
        if len(asked) < size:
            raise ConnectionAbortedError
        body = self.model.answer(json.loads(asked)["messages"][0]["content"])
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()

    def handle(self) -> None:
        # A client that is killed breaks its connections off.
        try:
            super().handle()
        except ConnectionError:
            self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Nobody reads a log."""


@contextmanager
def serving() -> Iterator[Model]:
    """A model on a port of its own, until the block ends."""

    class Bound(Handler):
        model = Model()

    with ThreadingHTTPServer(("127.0.0.1", 0), Bound) as server:
        server.daemon_threads = True
        Bound.model.url = f"http://127.0.0.1:{server.server_port}#tiny"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield Bound.model
        finally:
            server.shutdown()
            thread.join()


class Batch:
    """The files of one batch, and the command that works on them."""

    def __init__(self, folder: Path, inputs: int, model: Model) -> None:
        self.inputs = inputs
        self.model = model
        self._folder = folder
        self._results = folder / "out.jsonl"
        self._recorded: dict[str, int] = {}
        (folder / "flows.py").write_text(FLOW, encoding="utf-8")
        (folder / "in.jsonl").write_text("".join(f'{{"n": {n}}}\n' for n in range(inputs)), encoding="utf-8")

    def started(self) -> "subprocess.Popen[str]":
        command = [sys.executable, "-m", "chaindsl.cli.main", "map", "flows.py:three_steps", "in.jsonl"]
        command += ["-o", "out.jsonl", "--workers", str(WORKERS), "--model", self.model.url]
        return subprocess.Popen(
            command, cwd=self._folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
        )

    def killed(self, asked: int, pause: float) -> None:
        """Start it, and kill it so many seconds after the model was asked so often in all."""
        child = self.started()
        while self.model.total < asked:
            assert child.poll() is None, child.communicate()[0]
            time.sleep(0.002)
        time.sleep(pause)
        child.send_signal(signal.SIGKILL)
        child.communicate()
        for prompt in self._told():
            self._recorded.setdefault(prompt, self.model.asked[prompt])

    def finished(self) -> None:
        child = self.started()
        said = child.communicate()[0]
        assert child.returncode == 0, said

    def judged(self, kills: int) -> Outcome:
        """Hold everything against what must be. Raises AssertionError."""
        found = [json.loads(line) for line in self._results.read_text(encoding="utf-8").splitlines()]
        assert [one["index"] for one in found] == list(range(self.inputs)), "an input is missing, doubled or misplaced"
        wrong = [
            one for one in found if (one["status"], one["outputs"]) != ("completed", {"c": f"three {one['index']}"})
        ]
        assert not wrong, wrong[:3]
        asked = self.model.asked
        twice = [prompt for prompt, before in self._recorded.items() if asked[prompt] != before]
        assert not twice, f"asked again for what was recorded: {twice[:3]}"
        assert asked.keys() == {f"{step} {n}" for step in ("one", "two", "three") for n in range(self.inputs)}
        again = asked.total() - len(asked)
        assert again <= kills * WORKERS, f"{again} calls were made again, with {WORKERS} at a time and {kills} kills"
        return Outcome(self.inputs, kills, asked.total(), again)

    def _told(self) -> Iterator[str]:
        """Every prompt whose answer has a record; the model answers with the prompt."""
        place = self._folder / "out.jsonl.runs.db"
        if not place.exists():
            return
        with closing(sqlite3.connect(place)) as database:
            rows: Any = database.execute("SELECT value FROM chaindsl_journal WHERE kind = 'record'")
            yield from (json.loads(value) for (value,) in rows)


def soak(inputs: int, kills: int, seed: int, folder: Path) -> Outcome:
    """Run a batch, killed so often, and return what it came to. Raises AssertionError."""
    chance = random.Random(seed)
    with serving() as model:
        batch = Batch(folder, inputs, model)
        for asked in sorted(chance.sample(range(STEPS * inputs), kills)):
            batch.killed(asked, chance.uniform(0.0, 0.1))
        batch.finished()
        return batch.judged(kills)


def main() -> None:
    given = [int(one) for one in sys.argv[1:]]
    inputs, kills, seed = given + [10_000, 10, int(time.time())][len(given) :]
    with tempfile.TemporaryDirectory() as folder:
        print(soak(inputs, kills, seed, Path(folder)))  # noqa: T201  this is its output


if __name__ == "__main__":
    main()
