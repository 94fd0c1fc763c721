"""What a page of ours may hold, read by another parser than the one that a browser has."""

import base64
import hashlib
from html.parser import HTMLParser

ELEMENTS = """
    html head meta link title style body main header footer section div span p h1 h2 h3 h4 dl dt dd b a pre br
    details summary svg g path polygon polyline ellipse rect text input label output script table thead tbody tr th td
"""
TAGS = frozenset(ELEMENTS.split())


class Seen(HTMLParser):
    """Every tag and attribute of a page, and the texts of its script and style."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.inside: dict[str, str] = {}
        self.text = ""
        self._open = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._open = tag

    def handle_endtag(self, tag: str) -> None:
        self._open = ""

    def handle_data(self, data: str) -> None:
        if self._open in ("script", "style"):
            self.inside[self._open] = self.inside.get(self._open, "") + data
        self.text += data


def harmless(page: str) -> Seen:
    """Read a page, and fail where it holds or allows what no trace should bring in."""
    found = Seen(page)
    assert {tag for tag, _ in found.tags} <= TAGS
    assert [tag for tag, _ in found.tags].count("script") == 1
    assert [tag for tag, _ in found.tags].count("style") == 1
    for _, attributes in found.tags:
        for name, value in attributes.items():
            assert not name.startswith("on")
            assert name not in ("style", "src", "srcdoc", "action", "formaction", "data")
            if name in ("href", "xlink:href"):
                assert value is not None
                assert value.startswith(("#", "data:,"))
    policy = next(str(a["content"]) for tag, a in found.tags if tag == "meta" and "http-equiv" in a)
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    for tag in ("script", "style"):
        digest = base64.b64encode(hashlib.sha256(found.inside[tag].encode()).digest()).decode()
        assert rules[f"{tag}-src"] == f"'sha256-{digest}'"
    assert (rules["default-src"], rules["base-uri"], rules["form-action"]) == ("'none'",) * 3
    assert "unsafe" not in policy
    return found
