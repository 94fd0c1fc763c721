"""Files of YAML on the command line: checked, imported, drawn, run and written back, and refused with their places."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from chaindsl.cli.main import guarded
from chaindsl.yamlform import reading

GOOD = """\
version: "1.0.0"
workflows:
  hello:
    initialState: start
    inputSchema: { type: object, required: [who], properties: { who: { type: string } } }
    states:
      start:
        transitions:
          greet:
            target: said
            actor: deterministic
            executor: { kind: cli, command: echo, args: [hello, $.workflow.input.who] }
            output: { greeting: $.output.stdout }
      said: { terminal: true }
"""
BAD = GOOD.replace("$.workflow.input.who", "$.input.who").replace("terminal: true", "terminal: yes")
TWO = GOOD + GOOD.partition("workflows:\n")[2].replace("hello:", "again:", 1)
PATH = "`$.input.who` leads nowhere: paths start with $.context or $.workflow.input, not `$.input`"
WRONG = [
    f"bad.yaml:12:65: CD704 {PATH}",
    "bad.yaml:14:25: CD703 `terminal` of the state said is the text 'yes', not true or false",
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "good.yaml").write_text(GOOD)
    (tmp_path / "bad.yaml").write_text(BAD)
    (tmp_path / "two.yml").write_text(TWO)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ran(capfd: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = guarded(list(arguments))
    return status, *capfd.readouterr()


def test_a_clean_file(capfd: pytest.CaptureFixture[str]) -> None:
    assert ran(capfd, "check", "good.yaml", "two.yml") == (0, "Clean: 2 files read, 3 flows.\n", "")


def test_a_walk_passes_over_yaml(capfd: pytest.CaptureFixture[str]) -> None:
    assert ran(capfd, "check", ".") == (0, "No Python file found: 0 files read, 0 flows.\n", "")


def test_findings_have_line_and_column(capfd: pytest.CaptureFixture[str]) -> None:
    status, said, _ = ran(capfd, "check", "bad.yaml", "--output-format", "concise")
    assert (status, said.splitlines()[:-1]) == (1, WRONG)


@pytest.mark.parametrize("form", ["full", "concise", "json", "json-lines", "sarif", "github", "gitlab", "junit"])
def test_every_format_shows_them(form: str, capfd: pytest.CaptureFixture[str]) -> None:
    status, said, _ = ran(capfd, "check", "bad.yaml", "--output-format", form)
    assert status == 1
    assert ("CD704" in said, "CD703" in said, "$.input.who" in said) == (True, True, True)


def test_a_format_for_programs_has_the_whole_place(capfd: pytest.CaptureFixture[str]) -> None:
    found = json.loads(ran(capfd, "check", "bad.yaml", "--output-format", "json")[1])["findings"][0]
    assert (found["code"], found["name"], found["severity"]) == ("CD704", "unresolvable-path", "error")
    assert (found["location"], found["end"]) == (
        {"file": "bad.yaml", "line": 12, "column": 65},
        {"line": 12, "column": 76},
    )
    assert found["help"] == "did you mean $.workflow.input.who?"


def test_a_report_for_code_scanning_explains_the_code(capfd: pytest.CaptureFixture[str]) -> None:
    run = json.loads(ran(capfd, "check", "bad.yaml", "--output-format", "sarif")[1])["runs"][0]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["CD703", "CD704"]
    assert run["tool"]["driver"]["rules"][1]["help"]["text"].startswith("A `$.` path that leads nowhere")


def test_codes_are_chosen_as_others_are(capfd: pytest.CaptureFixture[str]) -> None:
    for chosen in (["--select", "CD703"], ["--ignore", "unresolvable-path"], ["--select", "CD7", "--ignore", "CD704"]):
        said = ran(capfd, "check", "bad.yaml", "--output-format", "concise", *chosen)[1]
        assert said.splitlines()[:-1] == WRONG[1:]


def test_standard_input() -> None:
    command = [sys.executable, "-m", "chaindsl.cli.main", "check", "-", "--stdin-filename", "bad.yaml"]
    done = subprocess.run(
        [*command, "--output-format", "concise"], input=BAD.encode(), capture_output=True, check=False
    )
    assert (done.returncode, done.stdout.decode().splitlines()[:-1]) == (1, WRONG)


def test_import_writes_to_standard_output_or_a_file(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    status, said, _ = ran(capfd, "import", "good.yaml")
    assert status == 0
    assert ran(capfd, "import", "good.yaml", "-o", "flow.py") == (0, "", "wrote flow.py\n")
    assert (folder / "flow.py").read_text() == said
    assert ran(capfd, "check", "flow.py") == (0, "Clean: 1 file read, 1 flow.\n", "")


def test_import_writes_over_nothing_unless_told(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "flow.py").write_text("mine")
    wrong = "error: file-exists: flow.py is there already. Say --force to write over it\n"
    assert ran(capfd, "import", "good.yaml", "-o", "flow.py") == (2, "", wrong)
    assert (folder / "flow.py").read_text() == "mine"
    assert ran(capfd, "import", "good.yaml", "-o", "flow.py", "--force")[0] == 0
    assert (folder / "flow.py").read_text().startswith('"""Workflows of good.yaml')


def test_what_can_not_be_imported_is_all_told_and_nothing_is_written(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    status, said, wrong = ran(capfd, "import", "bad.yaml", "-o", "flow.py")
    assert (status, said, (folder / "flow.py").exists()) == (2, "", False)
    assert wrong.splitlines() == [
        f"error: CD704: {PATH} (bad.yaml:12:65). Did you mean $.workflow.input.who?",
        "error: CD703: `terminal` of the state said is the text 'yes', not true or false (bad.yaml:14:25)",
    ]


@pytest.mark.parametrize("command", ["run", "draw", "graph"])
def test_no_command_takes_what_can_not_be_imported(command: str, capfd: pytest.CaptureFixture[str]) -> None:
    status, _, wrong = ran(capfd, command, "bad.yaml")
    assert (status, [line.split(":")[1].strip() for line in wrong.splitlines()]) == (2, ["CD704", "CD703"])


def test_a_workflow_runs(capfd: pytest.CaptureFixture[str]) -> None:
    status, said, _ = ran(capfd, "run", "good.yaml", "who=Ada", "--json")
    found = json.loads(said)
    assert (status, found["status"], found["state"]) == (0, "completed", "said")
    assert found["outputs"] == {"greeting": "hello Ada\n"}


def test_one_of_several_is_named(capfd: pytest.CaptureFixture[str]) -> None:
    assert ran(capfd, "run", "two.yml:again", "who=Ada")[0] == 0
    said = "error: which-flow: two.yml has 2 workflows: hello, again. Say which, as in two.yml:hello\n"
    assert ran(capfd, "run", "two.yml", "who=Ada")[2] == said
    wrong = "error: no-such-flow: two.yml has no workflow 'agian'. Did you mean again?\n"
    assert ran(capfd, "graph", "two.yml:agian")[2] == wrong


def test_a_graph_has_its_places_in_the_yaml(capfd: pytest.CaptureFixture[str]) -> None:
    graph = json.loads(ran(capfd, "graph", "good.yaml")[1])["flows"][0]
    transition = graph["body"]["transitions"][0]
    assert (transition["name"], transition["place"]["line"], transition["place"]["column"]) == ("greet", 9, 11)
    assert transition["place"]["file"] == "good.yaml"


def test_a_picture(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert ran(capfd, "draw", "good.yaml", "-o", "hello.svg") == (0, "wrote hello.svg\n", "")
    assert b"greet" in (folder / "hello.svg").read_bytes()


def test_export_writes_what_import_read(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    ran(capfd, "import", "good.yaml", "-o", "flow.py")
    assert ran(capfd, "export", "flow.py:hello", "-o", "back.yaml") == (0, "", "wrote back.yaml\n")
    ran(capfd, "import", "back.yaml", "-o", "again.py")
    assert (folder / "again.py").read_text() == (folder / "flow.py").read_text().replace("good.yaml", "back.yaml")
    assert ran(capfd, "export", "flow.py:hello", "-o", "back.yaml")[0] == 2
    assert ran(capfd, "export", "flow.py:hello", "-o", "back.yaml", "--force")[0] == 0


def test_files_that_are_not_there_or_of_another_kind(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    said = "error: no-such-file: 'none.yaml': No such file or directory. Is its name right, relative to this folder?\n"
    assert ran(capfd, "import", "none.yaml") == (2, "", said)
    for command in ("run", "draw", "graph"):
        hint = "name a flow as in flows.py:qa"
        wrong = f"error: no-such-file: 'none.yaml': there is no such file. {hint[0].upper()}{hint[1:]}\n"
        assert ran(capfd, command, "none.yaml") == (2, "", wrong)
    said = "error: no-python: good.yaml is YAML already. Name a flow as in flows.py:qa\n"
    assert ran(capfd, "export", "good.yaml:hello") == (2, "", said)
    (folder / "sub").mkdir()
    assert ran(capfd, "import", "sub")[0] == 2


def test_export_refuses_with_places(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "flow.py").write_text(
        "from chaindsl import Complete, Budget, transition, workflow\n\n\n"
        '@transition(source="a", target="z", limit=2)\ndef go() -> None: ...\n\n\n'
        '@transition(source="a", target="z", writes="said")\n'
        "def ask(*, complete: Complete) -> str:\n    return complete('hello')\n\n\n"
        'flow = workflow("flow", go, ask, initial="a", final=["z"], budget=Budget(calls=3))\n'
    )
    status, said, wrong = ran(capfd, "export", "flow.py")
    out = "Take it out, or keep the flow in Python"
    assert (status, said) == (2, "")
    assert wrong.splitlines() == [
        f"error: no-yaml: YAML can't say limit= of go (flow.py:4). {out}",
        f"error: no-yaml: YAML can't say the tool complete of ask (flow.py:8). {out}",
        f"error: no-yaml: YAML can't say a budget (flow.py:13). {out}",
    ]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"a: &a [x]\n" + b"".join(b"%c: &%c [*%c, *%c]\n" % (n + 1, n + 1, n, n) for n in range(97, 120)),
         "1:4: CD701 `&a` and 69 more anchors and aliases: anchors and aliases are not read"),
        (b"[" * 100_000, "1:41: CD701 nested more than 40 deep"),
        (b"- " * 100_000, "1:81: CD701 nested more than 40 deep"),
        (b"workflows: \x00\n", "1:12: CD701 the character U+0000 can't stand in YAML"),
        (b"workflows: " + b"9" * 100_000, "1:12: CD701 a number of more than 18 digits"),
        (b"workflows: 1e999\n", "1:12: CD701 a number that is too large"),
        (b"workflows: .inf\n", "1:12: CD701 .inf is no number of JSON"),
        (b"workflows:\n  w: \xff\n", "2:6: CD701 this is no UTF-8"),
        ("version: x".encode("utf-16"), "1:1: CD701 this is UTF-16"),
        (b"#" * 300_000, "1:1: CD701 more than 256 KiB"),
        (b"w: !!python/object/apply:os.system [true]\n",
         "1:4: CD701 the tag tag:yaml.org,2002:python/object/apply:os.system"),
        (b"? [a, b]\n: c\n", "1:3: CD701 a key that is no text"),
        (b"%YAML 3.0\n---\na: b\n", "1:1: CD701 this is no YAML: found incompatible YAML document"),
        (b"a: 'x\n", "2:1: CD701 this is no YAML: while scanning a quoted scalar, found unexpected end of stream"),
        (b"", "1:1: CD703 there is no workflow in it"),
    ],
)  # fmt: skip
def test_hostile_files_end_with_a_line(data: bytes, said: str, folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "bad.yaml").write_bytes(data)
    status, found, wrong = ran(capfd, "check", "bad.yaml", "--output-format", "concise")
    first, *_ = found.splitlines()
    assert (status, first.partition(" (version")[0], wrong) == (1, f"bad.yaml:{said}", "")
    for command in ("import", "run"):
        status, found, wrong = ran(capfd, command, "bad.yaml")
        assert (status, found, "internal" in wrong, "Traceback" in wrong) == (2, "", False, False)


def test_without_the_extra_the_error_names_it(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "yaml", None)
    said = "error: missing-extra: reading YAML takes the extra `yaml`. pip install 'chaindsl[yaml]'\n"
    assert ran(capfd, "import", "good.yaml") == (2, "", said)


def test_a_check_of_python_loads_no_yaml() -> None:
    code = "import chaindsl.cli.verdict, chaindsl.cli.target, sys; print('yaml' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
    assert reading.MOST_BYTES == 256 * 1024
