"""Parity is a law: flows that hypothesis writes have one graph, read from text or from live objects."""

import tempfile
from pathlib import Path

from hypothesis import given

from chaindsl.graph.encode import shape_hash, to_json, types_hash
from chaindsl.graph.match import differences
from chaindsl.graph.schema import from_json
from tests.parity.both import live_flow, source_flow
from tests.parity.flows import modules


@given(modules())
def test_both_front_ends_give_one_graph(text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "generated.py"
        path.write_text(text, encoding="utf-8")
        from_text, from_objects = source_flow(path), live_flow(path)
    assert list(differences(from_text, from_objects)) == []
    assert shape_hash(from_text) == shape_hash(from_objects)
    if (types := types_hash(from_text)) is not None:
        assert types == types_hash(from_objects)
    assert from_json(to_json((from_text,))) == (from_text,)
