"""Calls that read a value out of a model's text and fail where it is not there. A table, and how a body uses it."""

from collections.abc import Callable

from analyzer.facts.body.origins import Origins, Tracer
from analyzer.facts.body.visits import Visit
from analyzer.source.classes import ancestors
from analyzer.source.definition import Class, Outside, Spread
from analyzer.source.enums import is_enum
from analyzer.source.reader import Reader

_PARSERS_TEXT = (
    "builtins.int builtins.float builtins.complex json.loads ast.literal_eval yaml.safe_load yaml.load tomllib.loads "
    "decimal.Decimal fractions.Fraction uuid.UUID ipaddress.ip_address ipaddress.ip_network "
    "datetime.datetime.strptime datetime.datetime.fromisoformat datetime.date.fromisoformat "
    "datetime.time.fromisoformat time.strptime xml.etree.ElementTree.fromstring orjson.loads ujson.loads "
    "simplejson.loads json5.loads re.compile"
)
_PARSERS = frozenset(_PARSERS_TEXT.split())
_METHODS_TEXT = (
    "model_validate model_validate_json model_validate_strings validate_json validate_python validate_strings "
    "parse_raw parse_obj from_json fromisoformat strptime raw_decode"
)
_METHODS = frozenset(_METHODS_TEXT.split())


def parses(reader: Reader, tracer: Tracer, visit: Visit, written: Callable[[Origins], bool]) -> bool:
    """Say whether a call parses what a model wrote; `written` tells that by where a value comes from."""
    if not _is_parser(reader, visit):
        return False
    handed = [*visit.called.arguments.positional, *visit.called.arguments.named.values()]
    return any(not isinstance(item, Spread) and written(tracer.at(item)) for item in handed)


def _is_parser(reader: Reader, visit: Visit) -> bool:
    target = visit.called.target
    if isinstance(target, Outside) and target.name in _PARSERS:
        return True
    if isinstance(target, Class):
        return any(is_enum(base) for base in ancestors(reader, target))
    func = visit.node.func
    return getattr(func, "attr", "") in _METHODS
