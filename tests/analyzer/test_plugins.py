"""Rules of other packages: installed ones run like ours, broken ones are a line, and the checked tree has none."""

import base64
import hashlib
import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from chaindsl.cli import main as door

ROOT = Path(__file__).parents[2]
Run = Callable[..., tuple[int, str, str]]
FLOW = """\
from chaindsl import chain, step


@step(writes="answer")
def Reply(question: str) -> str:
    return question


flow = chain("flow", Reply, inputs={"question": str})
"""
RULE = '''\
"""# ACM101: small-names

## Finds

A step whose name starts with a capital letter.
"""

from analyzer.finding import Confidence, Severity
from analyzer.rules.rule import Rule, Scope
from chaindsl.graph.walk import flow_steps

RULE = Rule(
    code="ACM101",
    name="small-names",
    severity=Severity.WARNING,
    confidence=Confidence.JUDGED,
    since="1.0",
    bad="",
    good="",
)


def check(facts):
    for step in flow_steps(facts.flow):
        if str(step.name)[:1].isupper():
            yield RULE.finding(f"`{step.name}` starts with a capital", step.place, symbol=facts.name)
'''
FOUND = "flow.py:4:1: ACM101 `Reply` starts with a capital"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A project to check."""
    folder = tmp_path / "tree"
    folder.mkdir()
    (folder / "pyproject.toml").touch()
    (folder / "flow.py").write_text(FLOW)
    return folder


def package(folder: Path, entries: dict[str, str], name: str = "acme", ending: str = ".dist-info") -> Path:
    """Metadata of an installed package that names these rules."""
    metadata = folder / f"{name}-1.0{ending}"
    metadata.mkdir(parents=True)
    (metadata / ("METADATA" if ending == ".dist-info" else "PKG-INFO")).write_text(
        f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n"
    )
    lines = [f"{code} = {module}" for code, module in entries.items()]
    (metadata / "entry_points.txt").write_text("[chaindsl.rules]\n" + "\n".join(lines) + "\n")
    return folder


def installed(folder: Path, text: str = RULE) -> Path:
    """A folder with a package that has one rule."""
    package(folder, {"ACM101": "acme_rules"})
    (folder / "acme_rules.py").write_text(text)
    return folder


def run(tree: Path, *arguments: str, path: Path | None = None, safe: bool = True) -> tuple[int, str, str]:
    command = [sys.executable, *(["-P"] if safe else []), "-m", "chaindsl.cli.main", *arguments]
    found = os.pathsep.join([str(ROOT), *([str(path)] if path else [])])
    environment = os.environ | {"PYTHONPATH": found, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def test_a_rule_that_pip_installed_is_selected_ignored_suppressed_explained_and_reported(
    tree: Path, within: Run
) -> None:
    site = tree.parent / "site"
    wheel = _wheel(tree.parent)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--disable-pip-version-check"]
    subprocess.run([*pip, "--target", str(site), str(wheel)], check=True, capture_output=True)
    assert run(tree, "check", "--output-format", "concise", path=site)[1].splitlines()[0] == FOUND
    assert within("check", "--select", "ACM", "--output-format", "concise", path=site)[1].splitlines()[0] == FOUND
    assert within("check", "--ignore", "small-names", path=site)[:2] == (0, "Clean: 1 file read, 1 flow.\n")
    status, out, _ = within("rule", "small-names", path=site)
    assert (status, out.splitlines()[0]) == (0, "ACM101 small-names (warning, judged, since 1.0)")
    sarif = json.loads(within("check", "--output-format", "sarif", path=site)[1])["runs"][0]
    assert [rule["id"] for rule in sarif["tool"]["driver"]["rules"]] == ["ACM101"]
    assert sarif["tool"]["driver"]["rules"][0]["help"]["text"].startswith("# ACM101: small-names")
    assert [result["ruleId"] for result in sarif["results"]] == ["ACM101"]
    (tree / "flow.py").write_text(FLOW.replace('"answer")', '"answer")  # chaindsl: ignore[ACM101] a class once'))
    assert within("check", path=site)[:2] == (0, "Clean: 1 file read, 1 flow, 1 suppressed.\n")
    status, _, err = within("check", "--select", "ACM", path=tree)
    assert (status, err) == (2, "error: unknown-rule: there is no rule 'ACM'. chaindsl rule lists them all\n")


def _wheel(folder: Path) -> Path:
    """A wheel as a builder makes it."""
    files = {
        "acme_rules.py": RULE,
        "acme-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: acme\nVersion: 1.0\n",
        "acme-1.0.dist-info/WHEEL": "Wheel-Version: 1.0\nGenerator: a test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "acme-1.0.dist-info/entry_points.txt": "[chaindsl.rules]\nACM101 = acme_rules\n",
    }
    record = [f"{name},sha256={_digest(text)},{len(text)}" for name, text in files.items()]
    files["acme-1.0.dist-info/RECORD"] = "\n".join([*record, "acme-1.0.dist-info/RECORD,,"]) + "\n"
    path = folder / "acme-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        for name, text in files.items():
            wheel.writestr(name, text)
    return path


def _digest(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()


@pytest.fixture
def within(tree: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Run]:
    """Run a command in the project, in this process, with a folder on the path."""
    monkeypatch.chdir(tree)
    before = set(sys.modules)

    def guarded(*arguments: str, path: Path) -> tuple[int, str, str]:
        for name in set(sys.modules) - before:
            if name == "acme_rules":
                del sys.modules[name]
        with monkeypatch.context() as patch:
            patch.syspath_prepend(str(path))
            status = door.guarded(list(arguments))
        return status, *capsys.readouterr()

    yield guarded
    sys.modules.pop("acme_rules", None)


def test_what_a_rule_found_is_not_remembered_when_the_rule_is_another(tree: Path, within: Run) -> None:
    site = installed(tree.parent / "site")
    assert within("check", path=site)[0] == 1
    (site / "acme_rules.py").write_text(RULE.replace("isupper()", "isdigit() "))
    os.utime(site / "acme_rules.py", (1, 1))
    assert within("check", path=site)[0] == 0


@pytest.mark.parametrize("ending", [".dist-info", ".egg-info"])
@pytest.mark.parametrize("safe", [True, False])
def test_the_checked_tree_has_no_rules(tree: Path, ending: str, safe: bool) -> None:
    package(tree, {"ACM101": "acme_rules"}, ending=ending)
    package(tree / "lib", {"ACM102": "acme_rules"}, ending=ending)
    mark = tree.parent / "sprung"
    (tree / "acme_rules.py").write_text(f"open({str(mark)!r}, 'w').close()\n{RULE}")
    both = Path(f"{tree}{os.pathsep}{tree / 'lib'}")
    assert run(tree, "check", path=both, safe=safe)[:2] == (0, "Clean: 2 files read, 1 flow.\n")
    assert run(tree.parent, "check", "tree", path=both, safe=safe)[0] == 0
    assert run(tree, "rule", "ACM101", path=both, safe=safe)[0] == 2
    assert not mark.exists()


def test_a_module_in_the_checked_tree_does_not_take_the_place_of_an_installed_rule(tree: Path) -> None:
    site = package(tree.parent / "site", {"ACM101": "acme_rules"})
    mark = tree.parent / "sprung"
    (tree / "acme_rules.py").write_text(f"open({str(mark)!r}, 'w').close()\n{RULE}")
    status, out, err = run(tree, "check", path=site, safe=False)
    assert (status, out) == (2, "")
    assert err == (
        f"error: broken-plugin: rule ACM101 of acme lies in what is checked ({tree / 'acme_rules.py'}), "
        "which is never imported. Repair or uninstall that package\n"
    )
    assert not mark.exists()


BROKEN = {
    "raise ValueError('at once')\n": "can't be loaded: ValueError: at once ({site}/acme_rules.py:1)",
    "raise SystemExit(3)\n": "can't be loaded: SystemExit: 3 ({site}/acme_rules.py:1)",
    "import nothing_of_that_name\n": (
        "can't be loaded: ModuleNotFoundError: No module named 'nothing_of_that_name' ({site}/acme_rules.py:1)"
    ),
    "x = 1\n": "has no RULE in acme_rules",
    RULE.replace("ACM101", "ACM102"): "calls itself ACM102 in acme_rules",
    RULE.replace('"small-names"', '"unread-key"'): (
        "can't be called 'unread-key': names are small letters with hyphens, each taken once"
    ),
    RULE.replace("def check", "def look"): (
        "has no function `check` in acme_rules, or the scope of those that need none"
    ),
}


@pytest.mark.parametrize("text", BROKEN)
def test_a_broken_rule_is_one_line(tree: Path, within: Run, text: str) -> None:
    site = installed(tree.parent / "site", text)
    said = BROKEN[text].format(site=site)
    expected = f"error: broken-plugin: rule ACM101 of acme {said}. Repair or uninstall that package\n"
    assert within("check", path=site) == (2, "", expected)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("CD999", "has a code of chaindsl's own: CD and ALL are taken as prefixes"),
        ("acm101", "has no proper code: it is made of two to eight capital letters and three digits"),
        ("ACM102", "can't be loaded: there is no module 'nowhere'"),
    ],
)
def test_a_wrong_code_or_module_is_one_line(tree: Path, within: Run, code: str, said: str) -> None:
    site = package(tree.parent / "site", {code: "nowhere.rules"})
    expected = f"error: broken-plugin: rule {code} of acme {said}. Repair or uninstall that package\n"
    assert within("check", path=site) == (2, "", expected)


def test_two_packages_can_not_share_a_prefix(tree: Path, within: Run) -> None:
    site = installed(tree.parent / "site")
    package(site, {"ACM202": "acme_rules"}, name="other")
    status, _, err = within("check", path=site)
    assert status == 2
    assert [line.split(" of ")[1] for line in err.splitlines()] == [
        "acme shares its prefix with another package. Repair or uninstall that package",
        "other shares its prefix with another package. Repair or uninstall that package",
    ]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("    yield 1 / 0\n", "ZeroDivisionError: division by zero"),
        ("    yield 'found'\n", "TypeError: it found 'found', which is no finding of its own"),
        ("    return 7\n", "TypeError: 'int' object is not iterable"),
    ],
)
def test_a_rule_that_fails_while_it_looks_is_one_line(tree: Path, within: Run, body: str, said: str) -> None:
    site = installed(tree.parent / "site", RULE[: RULE.index("    for step")] + body)
    status, out, err = within("check", path=site)
    assert (status, out) == (2, "")
    assert err.startswith(f"error: broken-plugin: rule ACM101 of acme failed: {said} (")
    assert len(err.splitlines()) == 1
    assert within("check", "--ignore", "ACM", path=site)[0] == 0
