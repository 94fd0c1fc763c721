"""What is read off a page decides what is said to be wrong with it."""

from pathlib import Path

import pytest

from tests.pages.html import aim, is_outside, read

PAGE = """\
<html><head><title>One</title><link rel="canonical" href="https://example.org/"><link rel="stylesheet" href="a.css">
<script src="https://example.org/x.js"></script></head>
<body class="page wide"><a id="top" href="two.html#there">two</a><a name="old"></a><img src="p.png" srcset="q.png 2x">
<svg><title>A picture</title><use href="#shape"></use></svg></body></html>
"""


def test_a_page_says_what_it_fetches_and_where_it_leads(tmp_path: Path) -> None:
    path = tmp_path / "one.html"
    path.write_text(PAGE, encoding="utf-8")
    page = read(path)
    assert page.title == "One"
    assert page.fetched == ["a.css", "https://example.org/x.js", "p.png", "q.png 2x", "#shape"]
    assert page.links == ["two.html#there"]
    assert page.ids == {"top", "old"}
    assert page.classes == {"page", "wide"}


@pytest.mark.parametrize("address", ["https://example.org/a.js", "//example.org/a.js", "mailto:a@example.org"])
def test_an_address_with_a_host_or_a_scheme_is_outside(address: str) -> None:
    assert is_outside(address)


@pytest.mark.parametrize("address", ["a.js", "../a.css#x", "#x", "data:image/png;base64,AA=="])
def test_others_are_not(address: str) -> None:
    assert not is_outside(address)


def test_an_inner_address_leads_to_a_file_and_a_place(tmp_path: Path) -> None:
    page = tmp_path / "sub" / "one.html"
    assert aim(page, "../two.html#a%20b") == (tmp_path / "two.html", "a b")
    assert aim(page, "#here") == (page, "here")
