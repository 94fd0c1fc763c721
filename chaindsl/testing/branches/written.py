"""The tests of a flow as the text of a file, to be read and edited by people.

It must not know where the flow is imported from.
"""

import re
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from chaindsl.testing.branches.cover import Cover, Test
from chaindsl.testing.branches.literal import STEP, literal
from chaindsl.testing.branches.replayed import shortened

WIDTH = 100
PLAY = "from chaindsl.testing.play import play"
RESULT = "from chaindsl import CommandResult"


def written(cover: Cover, symbol: str, head: str, imports: Sequence[str] = (), before: str = "") -> str:
    """Return the file. `head` are the lines that make the flow known as `symbol`, below the imports of chaindsl.

    `imports` are what those lines need of chaindsl, `before` what they need of elsewhere.
    """
    imports = [*imports, PLAY]
    if any(test.found.script["commands"] for test in cover.tests):
        imports.insert(0, RESULT)
    names = _names(cover)
    tests = "".join(f"\n\n{_test(test, name, symbol)}" for test, name in zip(cover.tests, names, strict=True))
    return f'"""{_page(cover)}"""\n\n{before}' + "\n".join(imports) + f"\n{head}{tests}"


def _page(cover: Cover) -> str:
    lines = [f"Each branch of {cover.flow.name}, taken once.", ""]
    lines += _wrapped("Models, commands, time and whoever decides are stubs; all other code is the flow's own.")
    if cover.stand_ins:
        lines += ["", "Of some steps tests say what they return, and their code does not run:", ""]
        lines += [line for name, why in cover.stand_ins for line in _wrapped(f"- {name}: {why}.")]
    if cover.missing:
        lines += ["", "Not taken here:", ""]
        lines += [line for turn, why in cover.missing for line in _wrapped(f"- {turn.text}: {why}.")]
    text = _escaped("\n".join(lines))
    return f"{text}\n" if len(lines) > 1 else text


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent="  " if text.startswith("- ") else "", break_long_words=False)


def _names(cover: Cover) -> list[str]:
    """One name for each test: the last of what it takes, with all its details where two would be called the same."""
    slugs = [test.own[-1].slug if test.own else f"{cover.flow.name}_to_its_end" for test in cover.tests]
    found: list[str] = []
    for test, slug in zip(cover.tests, slugs, strict=True):
        stem = slug if slugs.count(slug) == 1 else f"{test.own[-1].subject} {test.own[-1].detail}"
        name = "test_" + (re.sub(r"\W+", "_", stem.lower(), flags=re.ASCII).strip("_") or "branch")
        while name in found:
            name = f"{name}_again"
        found.append(name)
    return found


def _test(test: Test, name: str, symbol: str) -> str:
    found = test.found
    arguments = [symbol, literal(found.inputs, STEP * 2, 1), *_stubs(test)]
    call = "".join(f"{STEP * 2}{argument},\n" for argument in arguments)
    steps = literal(list(found.steps), STEP, len("assert run.steps == "))
    ending = literal(found.ending, STEP)
    return (
        f"def {name}() -> None:\n{_docstring(test)}{STEP}run = play(\n{call}{STEP})\n"
        f"{STEP}assert run.steps == {steps}\n{STEP}assert run.ending == {ending}\n"
    )


def _docstring(test: Test) -> str:
    """What the test is about, the turn that it is called by first."""
    if not test.own:
        return f'{STEP}"""The plain way from the start to the end."""\n'
    said = [_escaped(turn.text) for turn in (test.own[-1], *test.own[:-1])]
    first = f'{STEP}"""Branch: {said[0]}.'
    if len(said) == 1:
        return f'{first}"""\n'
    rest = "".join(f"{STEP}{line}\n" for one in said[1:] for line in _wrapped(f"- {one}"))
    return f'{first}\n\n{STEP}And on the way:\n\n{rest}{STEP}"""\n'


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"""', "'''")


def _stubs(test: Test) -> Iterator[str]:
    """The arguments that say what stubs do."""
    for kind, rows in test.found.script.items():
        if rows:
            said = {name: _row(kind, row) for name, row in rows.items()}
            yield f"{kind}={literal(said, STEP * 2, len(kind) + 2)}"
    if test.found.decisions:
        yield f"decisions={literal(list(test.found.decisions), STEP * 2, len('decisions=') + 1)}"


def _row(kind: str, said: Sequence[Any]) -> Any:
    short = shortened(list(said))
    return short[0] if len(short) == 1 and kind != "returns" else short
