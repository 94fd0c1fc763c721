"""Values as Python spells them, the way that formatters leave alone."""

from chaindsl.yamlform.node import Value

_ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\"}


def quoted(text: str) -> str:
    """Return a text in quotes: double ones, unless single ones need fewer escapes."""
    mark = "'" if text.count('"') > text.count("'") else '"'
    return mark + "".join(_escaped(char, mark) for char in text) + mark


def _escaped(char: str, mark: str) -> str:
    if char == mark:
        return "\\" + char
    if char in _ESCAPES:
        return _ESCAPES[char]
    if char.isprintable():
        return char
    number = ord(char)
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def value_text(value: Value) -> str:
    """Return a value as a Python literal."""
    match value:
        case str():
            return quoted(value)
        case list():
            return f"[{', '.join(value_text(item) for item in value)}]"
        case dict():
            return f"{{{', '.join(f'{quoted(name)}: {value_text(part)}' for name, part in value.items())}}}"
    return repr(value)
