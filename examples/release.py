"""A release: lint, test and build run by themselves, and somebody is asked only whether to deploy.

    chaindsl run examples/release.py:release
    chaindsl run examples/release.py:release path=/path/to/another/package

It shows a workflow: states, transitions that are commands and run as soon as they can, a state that waits for a
decision and tells whoever decides what to look at, arguments that come from whoever decides, and guarantees that are
proved on the graph before anything runs. The package that it releases lies beside it, in `package/`.
"""

import sys
from pathlib import Path

from pydantic import BaseModel

from chaindsl import Budget, Command, FromActor, State, Text, cli, decides, passes, transition, workflow

PYTHON = sys.executable


class Release(BaseModel):
    """What a release takes: the folder of a package with `pyproject.toml`, tests and `scripts/deploy.py`."""

    path: str = str(Path(__file__).parent / "package")


@transition(source="lint", target="test", actor="deterministic", writes="lint", effect=False, timeout=60)
def run_lint(path: str) -> Command[str]:
    """Look for mistakes that a linter finds."""
    return cli(PYTHON, "-m", "ruff", "check", "--no-cache", "--output-format=concise", cwd=path).text()


@transition(source="test", target="build", actor="deterministic", writes="tests", effect=False, timeout=120)
def run_tests(path: str) -> Command[str]:
    """Run the package's tests, without plugins that happen to be installed here."""
    return cli(PYTHON, "-m", "pytest", "-q", cwd=path, env={"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}).text()


@transition(source="build", target="ready_to_deploy", actor="deterministic", writes="built", timeout=120)
def build_wheel(path: str) -> Command[str]:
    """Build the wheel, with what is installed here."""
    return cli(PYTHON, "-m", "build", "--wheel", "--no-isolation", cwd=path).text()


@transition(source="ready_to_deploy", target="deployed", writes="deployed", timeout=60, title="Deploy the wheel")
def deploy(path: str, built: str, reason: FromActor[Text]) -> Command[str]:
    """Put the wheel on the shelf. What a model wrote goes to standard input, never into the arguments."""
    wheel = built.rsplit(maxsplit=1)[-1]
    return cli(PYTHON, "scripts/deploy.py", f"dist/{wheel}", "dist/shelf", stdin=reason, cwd=path).text()


@transition(source="ready_to_deploy", target="aborted", writes="aborted", title="Give up this release")
def abort(reason: FromActor[Text]) -> Text:
    """Keep the reason and stop."""
    return reason


release = workflow(
    "release",
    run_lint,
    run_tests,
    build_wheel,
    deploy,
    abort,
    initial="lint",
    final=["deployed", "aborted"],
    inputs=Release,
    budget=Budget(seconds=600),
    max_chain_depth=5,
    states=[
        State(
            "ready_to_deploy",
            goal="Decide whether this build is deployed.",
            guidance="Lint, tests and build passed. Read what the tests printed; abort if some were skipped.",
        )
    ],
    always=[passes("run_tests", before="deployed"), decides("agent", before="deployed")],
)
