"""Settings as text: a file's section, or `key=value` from the command line, as values. Never anything but data."""

import re
import tomllib

from analyzer.refusal import Problem, Refusal
from analyzer.settings.table import Section

LINE = re.compile(r"\(at (?:line (\d+), column \d+|end of document)\)")


def section_of(file: str, root: str, raw: bytes, whole: bool) -> Section | None:
    """The section `[tool.chaindsl]` of a file, or nothing where it has none.

    With `whole`, a file without any `[tool]` is itself the section. Raises `Refusal` where the file is no TOML.
    """
    text = _decoded(file, raw)
    values = _parsed(file, text)
    tool = values.get("tool")
    if whole and tool is None:
        return Section(file, text, root, values)
    found = tool.get("chaindsl") if isinstance(tool, dict) else None
    if found is None:
        return None
    if not isinstance(found, dict):
        raise Refusal([Problem("wrong-setting", "'tool.chaindsl' must be a table", f"{file}:1")])
    return Section(file, text, root, found)


def inline(text: str, root: str) -> Section:
    """The section that `key=value` states; the value is TOML."""
    try:
        values = tomllib.loads(text)
    except (ValueError, RecursionError):
        hint = "the value is TOML: quote strings, as in --config 'select=[\"CD2\"]'"
        raise Refusal([Problem("wrong-setting", f"--config {text!r} is no `key=value`", "", hint)]) from None
    return Section("", text, root, values)


def _decoded(file: str, raw: bytes) -> str:
    """The file's text."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        problem = Problem("unreadable-settings", "this is not UTF-8, so it is no TOML", f"{file}:{line}")
        raise Refusal([problem]) from None


def _parsed(file: str, text: str) -> dict[str, object]:
    """The file's values."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        problem = Problem("unreadable-settings", "this TOML is nested too deeply", f"{file}:1")
    except ValueError as error:
        found = LINE.search(str(error))
        last = text.rstrip().count("\n") + 1
        place = f"{file}:{found[1] if found and found[1] else last}"
        problem = Problem("unreadable-settings", f"this is no TOML: {LINE.sub('', str(error)).strip()}", place)
    raise Refusal([problem])
