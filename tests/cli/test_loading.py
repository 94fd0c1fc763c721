"""Importing a user's file: under which name, from where, and what is said when it can't be done."""

import sys
from pathlib import Path

import pytest

from chaindsl.cli.loading import import_roots, load_flow, load_module, load_symbol
from chaindsl.cli.target import Target
from chaindsl.errors import ChainDslError, FlowError

FLOW = """
from chaindsl import chain, step

@step(writes="said")
def say(word: str) -> str:
    return word

one = chain("first", say, inputs={"word": str})
two = chain("second", say, inputs={"word": str})
"""


def write(path: Path, text: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return str(path)


def refusal(file: str, name: str = "one") -> str:
    with pytest.raises(ChainDslError) as caught:
        load_flow(Target(file, name))
    return str(caught.value)


@pytest.mark.parametrize("name", ["two", "second"])
def test_a_flow_is_found_by_its_variable_and_by_its_name(tmp_path: Path, name: str) -> None:
    module, flow = load_flow(Target(write(tmp_path / "flows.py", FLOW), name))
    assert flow is module.two


def test_a_flow_that_is_not_there_is_answered_with_the_nearest(tmp_path: Path) -> None:
    file = write(tmp_path / "flows.py", FLOW)
    assert refusal(file, "secnd") == f"{file} has no flow 'secnd' [no-such-flow] (did you mean second?)"
    assert refusal(file, "x") == f"{file} has no flow 'x' [no-such-flow] (there is first, second, one, two)"
    assert refusal(file, "") == f"{file} has several flows: one, two [which-flow] (say which, as in {file}:one)"


def test_the_only_flow_needs_no_name(tmp_path: Path) -> None:
    file = write(tmp_path / "single.py", FLOW.partition("two = ")[0] + "again = one")
    assert load_flow(Target(file))[1].name == "first"
    empty = write(tmp_path / "empty.py", "")
    assert refusal(empty, "x") == f"{empty} has no flow [no-such-flow] (make one with chain() or workflow())"


def test_a_file_has_the_name_that_it_has_in_its_project(tmp_path: Path) -> None:
    write(tmp_path / "pyproject.toml", "")
    file = write(tmp_path / "src" / "shop_of_mine" / "flows.py", "")
    module = load_module(file)
    assert (module.__name__, module.__package__) == ("shop_of_mine.flows", "shop_of_mine")
    assert sys.modules["shop_of_mine.flows"] is module
    assert load_module(file) is module


def test_neighbours_and_modules_of_the_project_are_found(tmp_path: Path) -> None:
    write(tmp_path / "pyproject.toml", "")
    write(tmp_path / "far_away.py", "FAR = 1")
    write(tmp_path / "inside_it" / "beside_it.py", "BESIDE = 2")
    text = "import beside_it, far_away\nfrom inside_it.beside_it import BESIDE\nsum = far_away.FAR + BESIDE"
    assert load_module(write(tmp_path / "inside_it" / "flows.py", text)).sum == 3


def test_folders_are_appended_to_the_path_and_each_once(tmp_path: Path) -> None:
    write(tmp_path / "pyproject.toml", "")
    file = write(tmp_path / "inner" / "flows_of_mine.py", "")
    before = list(sys.path)
    load_module(file)
    load_module(file)
    assert sys.path == [*before, str(tmp_path), str(tmp_path / "inner")]


@pytest.mark.parametrize("name", ["analyzer", "queue", "click"])
def test_a_file_takes_nobodys_place(tmp_path: Path, name: str) -> None:
    module = load_module(write(tmp_path / f"{name}.py", "HERE = 1"))
    assert module.HERE == 1
    assert module.__name__.startswith("chaindsl_user_")
    assert not hasattr(sys.modules.get(name), "HERE")


def test_a_file_whose_name_is_no_identifier_can_be_run(tmp_path: Path) -> None:
    assert load_module(write(tmp_path / "my-flow.py", "HERE = 1")).HERE == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1\nraise ValueError('no\\nway')", "ValueError: no way ({file}:2)"),
        ("import not_there_at_all", "ModuleNotFoundError: No module named 'not_there_at_all' ({file}:1)"),
        ("def f():\n    return 1 / 0\nf()", "ZeroDivisionError: division by zero ({file}:2)"),
        ("import json\njson.loads('{')", "JSONDecodeError: {reason} ({file}:2)"),
        ("import sys\nsys.exit(3)", "SystemExit: 3 ({file}:2)"),
        ("x = (", "SyntaxError: '(' was never closed ({file}:1)"),
    ],
)
def test_what_a_module_raises_is_one_line_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    file = write(tmp_path / "flows_that_fail.py", text)
    reason = "Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"
    told = f"{file} can't be imported: {said.format(file=file, reason=reason)} [import-failed]"
    assert refusal(file) == f"{told} (mend it there; what the file needs must be installed in this environment)"
    assert "flows_that_fail" not in sys.modules


def test_a_wrong_definition_is_told_as_such(tmp_path: Path) -> None:
    file = write(tmp_path / "flows.py", FLOW.replace("two = chain(", "two = chain('same', say, say); chain("))
    with pytest.raises(FlowError) as caught:
        load_flow(Target(file, "one"))
    assert [issue.code for issue in caught.value.issues] == ["duplicate-name"]


@pytest.mark.parametrize("name", ["flow.py", "", "x" * 5000 + ".py", "null\0.py"])
def test_files_that_are_not_there(name: str) -> None:
    shown = name if len(name) < 200 else "x" * 200 + "…"
    assert refusal(name) == f"{shown!r}: there is no such file [no-such-file] (name a flow as in flows.py:qa)"


def test_files_that_are_no_python(tmp_path: Path) -> None:
    text = write(tmp_path / "flow.txt", "")
    assert refusal(text) == f"{text} is no Python file [import-failed] (its name ends with .py)"
    undecodable = tmp_path / "odd.py"
    undecodable.write_bytes(b"x = '\xff'")
    null = write(tmp_path / "null.py", "x = 1\0")
    assert refusal(null).startswith(f"{null} can't be imported: SyntaxError: source code string cannot contain null")
    expected = f"{undecodable} can't be imported: SyntaxError: (unicode error) 'utf-8' codec can't decode"
    assert refusal(str(undecodable)).startswith(expected)


def test_the_roots_of_a_file_without_a_project(tmp_path: Path) -> None:
    assert import_roots(tmp_path / "flows.py")[-1] == tmp_path


def test_a_symbol_is_found_by_its_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "tools_of_mine.py", "class Client:\n    ask = 'asked'\ndef search(): ...")
    monkeypatch.chdir(tmp_path)
    assert load_symbol("tools_of_mine:Client.ask") == "asked"


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("tools_of_mine", "'tools_of_mine' is no address [bad-address] (write module:name)"),
        ("tools_of_mine:", "'tools_of_mine:' is no address [bad-address] (write module:name)"),
        ("tools_of_mine:serch", "tools_of_mine has no serch [no-such-name] (did you mean search?)"),
        ("no_such_tools:x", "no_such_tools can't be imported: ModuleNotFoundError: No module named 'no_such_tools'"),
        ("..:x", ".. can't be imported: TypeError: the 'package' argument is required to perform a relative import"),
    ],
)
def test_addresses_that_lead_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str, said: str) -> None:
    write(tmp_path / "tools_of_mine.py", "def search(): ...")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ChainDslError) as caught:
        load_symbol(address)
    assert str(caught.value).startswith(said)
