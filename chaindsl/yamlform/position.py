"""Where something stands in a YAML file: a place that says its column as well."""

from chaindsl.graph.place import Place


class Position(Place):
    """A span of YAML. A line of YAML often says several things, so its text has the column."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"
