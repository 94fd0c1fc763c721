"""An environment for each peer under build/peers, and programs run in it. It must not know what they measure."""

import os
import subprocess
import sys
import venv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "build" / "peers"
# No peer may report home while it is measured.
QUIET = {
    "BURR_TELEMETRY_ENABLED": "false",
    "HAMILTON_TELEMETRY_ENABLED": "false",
    "HAYSTACK_TELEMETRY_ENABLED": "false",
    "LANGSMITH_TRACING": "false",
}


@dataclass(frozen=True)
class Peer:
    """A system: the module of its work, the name people know, what a user imports, and what pip installs.

    Nothing to install means that this environment has it.
    """

    module: str
    name: str
    imports: str
    requirements: tuple[str, ...] = ()

    @property
    def version(self) -> str:
        return self.requirements[0].partition("==")[2] if self.requirements else "of this tree"


OURS = Peer("ours", "chaindsl", "from chaindsl import chain, step, transition, workflow")
PEERS = (
    Peer("burr", "Burr", "from burr.core import ApplicationBuilder, action", ("apache-burr==0.43.0", "pydantic>=2,<3")),
    Peer("hamilton", "Hamilton", "from hamilton import driver", ("apache-hamilton==1.90",)),
    Peer("haystack", "Haystack", "from haystack import Pipeline, component", ("haystack-ai==3.4.1",)),
    Peer(
        "langgraph",
        "LangGraph",
        "from langgraph.graph import StateGraph",
        ("langgraph==1.2.24", "langgraph-checkpoint-sqlite==3.1.2", "langgraph-lint==0.1.0", "costwright==0.2.15"),
    ),
    Peer("llamaindex", "LlamaIndex Workflows", "from workflows import Workflow", ("llama-index-workflows==2.26.1",)),
    Peer("pydantic_graph", "pydantic-graph", "from pydantic_graph import GraphBuilder", ("pydantic-graph==2.68.0",)),
)


def python_of(peer: Peer) -> Path:
    """Return the interpreter that has the peer installed, once `prepare` said that it has."""
    return FOLDER / peer.module / "bin" / "python" if peer.requirements else Path(sys.executable)


def prepare(peer: Peer) -> str:
    """Install the peer unless it is there; return why it can't be, or nothing."""
    stamp = FOLDER / peer.module / ".installed"
    wanted = "\n".join(peer.requirements)
    if not peer.requirements or (stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted):
        return ""
    venv.create(FOLDER / peer.module, with_pip=True, clear=True)
    command = (str(python_of(peer)), "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    done = subprocess.run([*command, *peer.requirements], capture_output=True, text=True, check=False)
    if done.returncode:
        return next((line for line in done.stderr.splitlines() if line.startswith("ERROR")), "pip failed")
    stamp.write_text(wanted, encoding="utf-8")
    return ""


def ask(peer: Peer, arguments: Sequence[str], seconds: float) -> tuple[str, str]:
    """Run the peer's Python; return what it printed, and why it failed or nothing."""
    command = [str(python_of(peer)), *arguments]
    environment = {**os.environ, **QUIET}
    try:
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired as stopped:
        # What a stopped process said comes as bytes even where text was asked for.
        said: object = stopped.stdout
        return said.decode() if isinstance(said, bytes) else str(said or ""), f"not done after {seconds:g} s"
    last = done.stderr.strip().splitlines()[-1:] or [f"exit {done.returncode}"]
    return done.stdout, last[0] if done.returncode else ""
