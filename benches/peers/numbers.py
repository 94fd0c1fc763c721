"""What the same work costs in every system, each in processes of its own. It must not know how that is shown."""

import json
import statistics
from collections.abc import Mapping, Sequence
from typing import Any

from benches.peers.environment import Peer, ask

IMPORT = "import time\nbegan = time.process_time()\n{}\nprint((time.process_time() - began) * 1e3)"
ROUNDS = 7
LONGEST = 400.0
WHOLE = ("durable", "crowd", "fan", "memory")
Cells = Mapping[str, Any]


def asked(peer: Peer, what: str) -> Cells:
    """Return what the peer's process measured, or why it did not."""
    said, failure = ask(peer, ("-W", "ignore", "-m", "benches.peers.measure", peer.module, what), LONGEST)
    # A system may print on its own before the numbers.
    found: Cells = {"failed": failure} if failure else json.loads(said.splitlines()[-1])
    return found


def imports(peers: Sequence[Peer]) -> dict[str, float]:
    """Return the median CPU milliseconds of what a user imports, by peer; the first round fills the caches."""
    found: dict[str, list[float]] = {peer.name: [] for peer in peers}
    for _ in range(ROUNDS + 1):
        for peer in peers:
            said, failure = ask(peer, ("-c", IMPORT.format(peer.imports)), LONGEST)
            if not failure:
                found[peer.name].append(float(said.splitlines()[-1]))
    return {name: statistics.median(times[1:]) for name, times in found.items() if len(times) > 1}


def numbers(peers: Sequence[Peer]) -> dict[str, Any]:
    """Return everything measured: the steps by variant and length, and by peer whatever else is, under its name."""
    steps: dict[str, Any] = {}
    for peer in peers:
        print(f"{peer.name} …", flush=True)
        rows = asked(peer, "steps")
        steps |= {peer.name: {"10 steps": rows}} if "failed" in rows else rows
    rest = {what: {peer.name: asked(peer, what) for peer in peers} for what in WHOLE}
    return {"steps": steps, **rest, "import": imports(peers)}
