"""The engine of a check with the codes of YAML added. What checks YAML is loaded for the first such file."""

from collections.abc import Callable, Iterable, Mapping

from analyzer.files import Source
from analyzer.inspection import Inspection
from analyzer.settings.selection import Catalogue
from analyzer.sweep import Engine
from chaindsl.review.yaml_file import is_yaml
from chaindsl.yamlform.codes import CODES

Pages = Callable[[Iterable[str]], Mapping[str, str]]


def with_yaml(engine: Engine) -> Engine:
    """Return an engine that checks files of YAML as well."""
    names = {**engine.catalogue.names, **{code: one.name for code, one in CODES.items()}}
    catalogue = Catalogue(names, engine.catalogue.default | CODES.keys())

    def inspect(source: Source, data: bytes, codes: frozenset[str]) -> Inspection:
        if not is_yaml(source.path):
            return engine.inspect(source, data, codes)
        from chaindsl.cli.yaml_check import inspected  # noqa: PLC0415 - loads the front end and the rules

        return inspected(source, data, codes)

    return Engine(catalogue, inspect, _pages(engine.pages), engine.rules)


def _pages(others: Pages) -> Pages:
    def pages(codes: Iterable[str]) -> Mapping[str, str]:
        asked = set(codes)
        ours = {code: CODES[code].page for code in asked & CODES.keys()}
        return {**others(asked - CODES.keys()), **ours}

    return pages
