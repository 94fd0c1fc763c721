"""Colours of the terminal, or none."""

from analyzer.finding import Severity

CODES = {"bold": "1", "dim": "2", "red": "1;31", "yellow": "1;33", "blue": "1;34", "cyan": "36", "green": "1;32"}
OF_SEVERITY = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "blue"}


class Paint:
    """Colours text if `on`."""

    def __init__(self, on: bool) -> None:
        self._on = on

    def __call__(self, colour: str, text: str) -> str:
        return f"\x1b[{CODES[colour]}m{text}\x1b[0m" if self._on and text else text

    def of(self, severity: Severity, text: str) -> str:
        """The text in the colour of a severity."""
        return self(OF_SEVERITY[severity], text)
