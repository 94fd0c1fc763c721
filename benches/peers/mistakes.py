"""What each system says about the same mistakes before anything runs. It must not know how that is shown."""

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from benches.peers.environment import OURS, Peer, ask

FOLDER = Path(__file__).parent / "defects"
DEFECTS = (
    "unknown target",
    "unreachable step",
    "unconditional cycle",
    "read never written",
    "written never read",
    "undeclared key",
    "two parallel writers",
    "branch without target",
    "types differ",
    "fan-out of unknown size",
)
SECONDS = 60.0


def slug(defect: str) -> str:
    return re.sub("[ -]", "_", defect)


def ours(defect: str) -> str:
    """Return the codes that `chaindsl check` gives for our case of the mistake, which is never imported."""
    case = FOLDER / "cases" / f"{slug(defect)}.py"
    if not case.is_file():
        return "n/a"
    command = (sys.executable, "-m", "chaindsl.cli.main", "check", "--isolated", "--output-format", "json", str(case))
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    codes = sorted({finding["code"] for finding in json.loads(done.stdout)["findings"]})
    return f"yes: {', '.join(codes)}" if codes else "silent"


def verdict(peer: Peer, defect: str) -> str:
    """Return `yes` with the error, `n/a`, or `silent` with what a run comes to."""
    if peer is OURS:
        return ours(defect)
    said, failure = ask(peer, ("-m", "benches.peers.verdict", peer.module, slug(defect)), SECONDS)
    lines = [line for line in said.splitlines() if re.match(r"yes |n/a$|silent$|ends$|\w+(: |$)", line)]
    before = lines[0] if lines else f"failed: {failure}"
    if before != "silent":
        return before.partition(":")[0].replace("yes ", "yes: ")
    after = lines[-1].partition(":")[0] if len(lines) > 1 else failure
    return f"silent; run: {after}"


def mistakes(peers: Sequence[Peer]) -> dict[str, dict[str, str]]:
    """Return the verdicts by mistake, then by system, of those systems that have the mistakes written down."""
    written = [peer for peer in peers if peer is OURS or (FOLDER / f"{peer.module}.py").is_file()]
    return {defect: {peer.name: verdict(peer, defect) for peer in written} for defect in DEFECTS}


def linted(peers: Sequence[Peer]) -> dict[str, dict[str, str]]:
    """Return what linters of LangGraph code say, by mistake and linter; nothing where they could not be asked."""
    peer = next((peer for peer in peers if peer.module == "langgraph"), None)
    if peer is None:
        return {}
    said, failure = ask(peer, ("-m", "benches.peers.linters", *map(slug, DEFECTS)), SECONDS)
    found: dict[str, dict[str, str]] = {} if failure else json.loads(said.splitlines()[-1])
    return {defect: {name: verdicts[slug(defect)] for name, verdicts in found.items()} for defect in DEFECTS if found}
