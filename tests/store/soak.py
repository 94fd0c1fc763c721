"""Kills a process that writes to a store, again and again: `python -m tests.store.soak [KILLS] [ADDRESS]`.

After each kill the next process goes on with the run. Nothing that was acknowledged may be lost, nothing may be there
twice, and of what was not acknowledged there may only be what the process was writing when it was killed.
"""

import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from chaindsl.store.catalogue import open_store
from chaindsl.store.head import Head
from chaindsl.store.store import Store
from tests.store.worker import RUN

ROOT = Path(__file__).parents[2]


class Soak:
    """A store that is written to by processes which are killed; `problems` says what was wrong so far."""

    def __init__(self, address: str, seed: int = 0) -> None:
        self.problems: list[str] = []
        self.acknowledged = 0
        self._address = address
        self._chance = random.Random(seed)
        self._store: Store = open_store(address)
        self._rows = 0
        self._killed = 0
        self._store.release(self._store.create(Head(RUN, "soak", "g1", "d1", "running"), "{}", [], "soak:1:1"))

    def kill(self) -> None:
        """Let one more process write, and kill it at some moment."""
        self._killed += 1
        name = f"p{self._killed}"
        command = [sys.executable, "-m", "tests.store.worker", "append", self._address, name]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            if self._chance.random() < 0.8:
                process.stdout.readline()
                time.sleep(self._chance.random() * 0.03)
            else:
                time.sleep(self._chance.random() * 0.15)
            process.kill()
            said = process.stdout.read().replace("claimed\n", "")
            error = process.stderr.read()
        if error:
            self.problems.append(f"{name}: {error}")
        self._compare(name, [line.split() for line in said.splitlines()])

    def _compare(self, name: str, acknowledged: list[list[str]]) -> None:
        rows = list(self._store.rows(RUN, self._rows))
        numbers = [row.number for row in rows]
        if numbers != list(range(self._rows + 1, self._rows + 1 + len(rows))):
            self.problems.append(f"{name}: the rows are {numbers}")
        # What it wrote when it was killed is the step after the last that it told of.
        step = len(acknowledged)
        last = [f"{name}.{step}.{part}" for part in range(1 + step % 2)]
        told = [kind for kinds in acknowledged for kind in kinds]
        kinds = [row.row.kind for row in rows]
        if kinds not in (told, told + last):
            self.problems.append(f"{name}: told of {told}, and there is {kinds}")
        self._rows += len(rows)
        self.acknowledged += len(told)

    def close(self) -> None:
        """Look through the whole store once more."""
        self.problems += self._store.damages()
        kinds = [row.row.kind for row in self._store.rows(RUN)]
        if len(set(kinds)) != len(kinds):
            self.problems.append("something is there twice")
        self._store.close()


def main() -> int:
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(sys.argv[2] if len(sys.argv) > 2 else f"sqlite:{folder}/soak.db", seed=int(time.time()))
        for _ in range(kills):
            soak.kill()
        soak.close()
    done = f"{kills} kills, {soak.acknowledged} rows acknowledged, {len(soak.problems)} problems\n"
    sys.stdout.write(done + "".join(f"{problem}\n" for problem in soak.problems))
    return bool(soak.problems)


if __name__ == "__main__":
    sys.exit(main())
