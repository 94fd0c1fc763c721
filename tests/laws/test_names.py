"""Laws 6 and 7: names, layout, the order of files, the working directory and the module change no finding."""

import ast
import random
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.check import check_reading
from analyzer.coverage import Coverage
from analyzer.engine import engine
from analyzer.files import Source
from analyzer.finding import Finding
from analyzer.mention import Mentions
from analyzer.rules.registry import RULES
from analyzer.settings.settings import Layer, Selector, Settings
from analyzer.source.project import Project
from analyzer.sweep import sweep
from tests.laws.effort import half
from tests.laws.machines import guaranteed, with_keys
from tests.laws.renaming import cut, other_names, plain, renamed
from tests.parity.flows import modules

ALL = Settings(layers=(Layer(select=(Selector("ALL"),)),))


def found_in(files: dict[str, str], order: list[str] | None = None) -> list[Finding]:
    """What a check of a project finds in its files, looked at in this order."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "pyproject.toml").touch()
        for name, text in files.items():
            (root / name).write_text(text, encoding="utf-8")
        sources = [Source(str(root / name), name, ALL) for name in order or files]
        read = [(source, Path(source.path).read_bytes()) for source in sources]
        outcome = sweep(Mentions(read), Coverage(), str(root), engine())
    assert outcome.failures == ()
    return list(outcome.findings)


@half
@given(modules())
def test_findings_do_not_depend_on_names(text: str) -> None:
    names = other_names(text)
    changed = renamed(text, names)
    before, after = found_in({"flow.py": text}), found_in({"flow.py": changed})
    assert [(one.code, one.severity, one.place) for one in before] == [
        (one.code, one.severity, one.place) for one in after
    ]
    # What is said of one place under one code is in the order of the words, names among them.
    words = [(repr(one.place), one.code, sorted(renamed(one.message, names).split())) for one in before]
    assert sorted(words) == sorted((repr(one.place), one.code, sorted(one.message.split())) for one in after)


@half
@given(modules() | with_keys() | guaranteed())
def test_findings_do_not_depend_on_layout(text: str) -> None:
    laid_out = ast.unparse(ast.parse(text)) + "\n"
    assert plain(found_in({"flow.py": laid_out})) == plain(found_in({"flow.py": text}))


@half
@given(modules(factories=False), st.integers(0, 30))
def test_findings_do_not_depend_on_the_module_that_code_is_in(text: str, after: int) -> None:
    first, second = cut(text, after)
    assert plain(found_in({"first.py": first, "second.py": second})) == plain(found_in({"flow.py": text}))


@half
@given(st.lists(modules(), min_size=2, max_size=3), st.randoms(use_true_random=False))
def test_findings_do_not_depend_on_the_order_of_files(texts: list[str], chance: random.Random) -> None:
    files = {f"flow_{number}.py": text for number, text in enumerate(texts)}
    order = list(files)
    chance.shuffle(order)
    assert sorted(map(repr, found_in(files, order))) == sorted(map(repr, found_in(files)))


def test_findings_do_not_depend_on_the_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (Path(__file__).parents[1] / "clean" / "recipe.py").read_text(encoding="utf-8")
    (tmp_path / "flow.py").write_text(text.replace("ingredients: Text", "ingredient: Text"), encoding="utf-8")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    found = []
    for place in (tmp_path, elsewhere, Path("/")):
        monkeypatch.chdir(place)
        found.append(check_reading(Project().read(tmp_path / "flow.py", shown="flow.py"), RULES))
    assert found[0]
    assert found[0] == found[1] == found[2]
