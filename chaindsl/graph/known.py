"""Names of types that both front ends know without following them: builtins, typing forms, standard classes.

Keys are how a module spells a name, values its canonical name. A standard-library name that is not here counts as
one from outside the project.
"""

_BUILTINS = """
bool int float complex str bytes bytearray memoryview list tuple dict set frozenset range slice object type
BaseException Exception ArithmeticError AssertionError AttributeError BufferError EOFError ImportError IndexError
KeyError LookupError MemoryError NameError NotImplementedError OSError OverflowError RuntimeError StopAsyncIteration
StopIteration TypeError UnicodeError ValueError ZeroDivisionError ConnectionError TimeoutError FileNotFoundError
PermissionError BrokenPipeError ConnectionResetError InterruptedError
"""
_ABCS = """
Awaitable Coroutine AsyncIterable AsyncIterator AsyncGenerator Hashable Iterable Iterator Generator Reversible Sized
Container Callable Collection Set MutableSet Mapping MutableMapping Sequence MutableSequence KeysView ItemsView
ValuesView MappingView
"""
_STANDARD: dict[str, str] = {
    "collections": "OrderedDict defaultdict deque Counter ChainMap",
    "datetime": "date datetime time timedelta timezone tzinfo",
    "decimal": "Decimal",
    "fractions": "Fraction",
    "io": "StringIO BytesIO",
    "ipaddress": "IPv4Address IPv6Address IPv4Network IPv6Network",
    "pathlib": "Path PurePath",
    "re": "Pattern Match",
    "uuid": "UUID",
}
_TYPING_ALIASES = {
    "List": "list",
    "Dict": "dict",
    "Set": "set",
    "FrozenSet": "frozenset",
    "Tuple": "tuple",
    "Type": "type",
    "AbstractSet": "Set",
    "Text": "str",
    "LiteralString": "str",
    "Deque": "collections.deque",
    "DefaultDict": "collections.defaultdict",
    "OrderedDict": "collections.OrderedDict",
    "Counter": "collections.Counter",
    "ChainMap": "collections.ChainMap",
    "Pattern": "re.Pattern",
    "Match": "re.Match",
    "Any": "Any",
}


def _table() -> dict[str, str]:
    table = {f"builtins.{name}": name for name in _BUILTINS.split()}
    for name in _ABCS.split():
        table[f"collections.abc.{name}"] = name
        if name != "Set":
            table[f"typing.{name}"] = name
    for module, names in _STANDARD.items():
        table.update({f"{module}.{name}": f"{module}.{name}" for name in names.split()})
    for name, canonical in _TYPING_ALIASES.items():
        table[f"typing.{name}"] = canonical
        table[f"typing_extensions.{name}"] = canonical
    return table


KNOWN_NAMES: dict[str, str] = _table()
"""From `module.name` to the canonical name."""
