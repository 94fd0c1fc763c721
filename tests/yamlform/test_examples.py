"""The examples of YAML: clean, imported, drawn, and run with their real commands to their end."""

from pathlib import Path

import pytest

from chaindsl import ChainError
from chaindsl.cli.loading import load_flow
from chaindsl.cli.main import guarded
from chaindsl.cli.target import Target
from chaindsl.language.flow import Flow

FOLDER = Path(__file__).parents[2] / "examples" / "yaml"
FILES = sorted(path.name for path in FOLDER.iterdir())
DEPLOY = (FOLDER / "deploy.yaml").read_text()


def flow_of(name: str) -> Flow:
    return load_flow(Target(str(FOLDER / name)))[1]


def test_there_are_some() -> None:
    assert FILES == ["deploy.yaml", "expense.yaml"]


@pytest.mark.parametrize("name", FILES)
def test_each_is_clean_and_drawn_and_imported_to_what_is_clean(
    name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert guarded(["check", str(FOLDER / name), "--isolated"]) == 0
    assert guarded(["draw", str(FOLDER / name), "-o", str(tmp_path / "it.svg")]) == 0
    assert guarded(["import", str(FOLDER / name), "-o", str(tmp_path / "it.py")]) == 0
    assert guarded(["check", str(tmp_path / "it.py"), "--isolated"]) == 0
    said, _ = capfd.readouterr()
    assert said.startswith("Clean: 1 file read, 1 flow.\n")


def test_checks_run_by_themselves_and_then_somebody_decides() -> None:
    runner = flow_of("deploy.yaml").bind()
    run = runner.run({"service": "shop"})
    assert (str(run.status), run.state) == ("waiting", "ready")
    assert run.values["lint_log"] == "lint shop\n"
    assert (run.values["passed"], run.values["attempts"]) == (True, 1)
    assert [(link.transition, link.title, str(link.actor)) for link in run.links] == [
        ("deploy", "Deploy the image", "agent"),
        ("abort", "Give up this deployment", "agent"),
    ]
    assert run.links[0].schema["required"] == ["stage", "reason"]
    assert run.links[0].schema["properties"]["stage"]["enum"] == ["staging", "production"]
    with pytest.raises(ChainError) as refused:
        runner.submit(run, "deploy", {"stage": "moon", "reason": "because"})
    assert refused.value.code == "wrong-input"
    run = runner.submit(run, "deploy", {"stage": "staging", "reason": "All green."})
    assert (str(run.status), run.state) == ("completed", "deployed")
    assert run["deployed_to"] == "deployed image shop\n staging\n"


def test_the_same_with_the_wrong_root_is_caught_before_it_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    wrong = DEPLOY.replace("args: [lint, $.workflow.input.service]", "args: [lint, $.input.service]")
    (tmp_path / "deploy.yaml").write_text(wrong)
    monkeypatch.chdir(tmp_path)
    assert guarded(["check", "deploy.yaml", "--output-format", "concise"]) == 1
    line = 1 + wrong[: wrong.index("$.input.service")].count("\n")
    column = 1 + wrong.splitlines()[line - 1].index("$.input.service")
    why = "`$.input.service` leads nowhere: paths start with $.context or $.workflow.input, not `$.input`"
    assert capfd.readouterr().out.splitlines()[0] == f"deploy.yaml:{line}:{column}: CD704 {why}"
    assert (line, column) == (28, 64)
    assert guarded(["run", "deploy.yaml", "service=shop"]) == 2
    help = "Did you mean $.workflow.input.service?"
    assert capfd.readouterr().err == f"error: CD704: {why} (deploy.yaml:28:64). {help}\n"


def test_a_failure_says_the_line_of_the_yaml(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "deploy.yaml").write_text(DEPLOY.replace("command: echo, args: [lint,", 'command: "false", args: ['))
    monkeypatch.chdir(tmp_path)
    assert guarded(["run", "deploy.yaml", "service=shop"]) == 1
    last = capfd.readouterr().err.splitlines()[-1]
    why = "step run_lint failed after 1 attempt: CommandFailed: `false shop` exited with 1"
    assert last == f"error: step-failed: {why} (deploy.yaml:25). Retry the run to go on at this step"


@pytest.mark.parametrize(
    ("amount", "purpose", "status", "state"),
    [
        (49.5, "train", "completed", "booked"),
        (50, "gift for all", "completed", "refused"),
        (50, "train", "waiting", "approval"),
    ],
)
def test_branches_lead_where_they_hold(amount: float, purpose: str, status: str, state: str) -> None:
    run = flow_of("expense.yaml").run({"amount": amount, "purpose": purpose})
    assert (str(run.status), run.state) == (status, state)


def test_a_person_approves_and_it_is_booked() -> None:
    runner = flow_of("expense.yaml").bind()
    run = runner.run({"amount": 400, "purpose": "a printer"})
    assert [str(link.actor) for link in run.links] == ["human", "human"]
    for wrong in ({"by": "ada"}, {"by": "Ada Lovelace", "actor": "human"}):
        with pytest.raises(ChainError):
            runner.submit(run, "approve", wrong)
    run = runner.submit(run, "approve", {"by": "ada"}, actor="human")
    assert (str(run.status), run.outputs) == (
        "completed",
        {"approved_by": "ada", "entry": {"booked": "a printer"}, "code": 0},
    )
