"""The page about error codes: what each means is in `errors.toml`, what it is raised as is read off the source."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

from tests.pages.codes import Code

TABLE = Path(__file__).with_name("errors.toml")
HEAD = """\
<!-- Generated from the source and from tests/pages/errors.toml: `make golden` -->
# Errors

Every error that chaindsl raises on purpose is a `ChainDslError` with a **code**, a subject, a place (`file:line`) and
a hint. Types and codes are stable and for programs; wordings are not. The command line writes one line for each thing
that is wrong:

```text
error: CODE: what is wrong (file:line). What to do next.
```

What it is raised as is what to catch; several problems that are told together are the `issues` of a `FlowError` (a
definition, a binding) or an `InputError` (values), and on the command line a line each. Everything that ends a run is
a `ChainError`, whose `run` and `trace` say how far it came. What `chaindsl check` finds in a flow has codes of its
own: [the rules](rules/index.md), and those of [YAML](yaml.md).
"""


def meanings() -> dict[str, dict[str, tuple[str, str]]]:
    """By section, each code's meaning and what to do next."""
    with TABLE.open("rb") as file:
        return {
            title: {code: (said[0], said[1]) for code, said in rows.items()}
            for title, rows in tomllib.load(file).items()
        }


def errors_page(codes: Mapping[str, Code]) -> str:
    """The page about all codes."""
    parts = [HEAD]
    for title, rows in meanings().items():
        lines = [f"## {title}", "", "| code | means | do next |", "| --- | --- | --- |"]
        for code, (meaning, following) in sorted(rows.items()):
            classes = " or ".join(f"`{name}`" for name in sorted(codes[code].classes - {"ChainDslError"}))
            lines.append(f"| `{code}` | {meaning}{f' Raised as {classes}.' if classes else ''} | {following} |")
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)
