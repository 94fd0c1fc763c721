"""The end of a stream is kept in bounded memory, and several pipes are served together."""

import os
from typing import IO

from hypothesis import given
from hypothesis import strategies as st

from chaindsl.runtime.pipes import Pipes, Tail


@given(chunks=st.lists(st.binary(max_size=50)), limit=st.integers(0, 60))
def test_the_tail_is_the_end_of_what_came(chunks: list[bytes], limit: int) -> None:
    tail, whole = Tail(limit), b"".join(chunks)
    for chunk in chunks:
        tail.add(chunk)
    text, cut = tail.read()
    kept = whole[cut:]
    assert text == kept.decode("utf-8", errors="replace")
    assert max(0, len(whole) - limit) <= cut <= max(0, len(whole) - limit) + 3


@given(text=st.text(), limit=st.integers(0, 60))
def test_text_is_never_cut_within_a_character(text: str, limit: int) -> None:
    tail = Tail(limit)
    tail.add(text.encode())
    kept, cut = tail.read()
    assert text.endswith(kept)
    assert len(text.encode()) - len(kept.encode()) == cut
    assert cut > 0 or kept == text


def test_memory_is_bounded() -> None:
    tail, chunk = Tail(1_000), b"x" * 65_536
    for _ in range(100):
        tail.add(chunk)
        assert len(tail._kept) <= 2_000 + 65_536
    assert tail.read() == ("x" * 1_000, 100 * 65_536 - 1_000)


def pair() -> tuple[IO[bytes], IO[bytes]]:
    read, write = os.pipe()
    return os.fdopen(read, "rb", buffering=0), os.fdopen(write, "wb", buffering=0)


def test_a_closed_pipe_is_drained_and_a_watched_descriptor_is_reported() -> None:
    (out_read, out_write), (alarm_read, alarm_write) = pair(), pair()
    tail = Tail(10)
    pipes = Pipes(None, b"", {out_read: tail})
    pipes.watch(alarm_read.fileno())
    out_write.write(b"hello")
    assert pipes.serve(0) == set()
    assert (tail.read(), pipes.drained) == (("hello", 0), False)
    alarm_write.write(b"!")
    out_write.close()
    assert pipes.serve(0) == {alarm_read.fileno()}
    assert pipes.drained
    pipes.watch_nothing()
    assert pipes.serve(0) == set()
    pipes.close()
    for file in (alarm_read, alarm_write):
        file.close()
    assert out_read.closed


def test_input_that_nobody_reads_is_given_up() -> None:
    in_read, in_write = pair()
    pipes = Pipes(in_write, b"x" * 1_000_000, {})
    for _ in range(20):
        pipes.serve(0)
    closed = [in_write.closed]
    in_read.close()
    pipes.serve(0)
    assert [*closed, in_write.closed] == [False, True]
    pipes.close()


def test_serving_for_a_while_does_not_spin_on_a_watched_descriptor() -> None:
    alarm_read, alarm_write = pair()
    alarm_write.write(b"!")
    pipes = Pipes(None, b"", {})
    pipes.watch(alarm_read.fileno())
    served = 0
    real = pipes.serve

    def counted(seconds: float | None) -> set[int]:
        nonlocal served
        served += 1
        return real(seconds)

    pipes.serve = counted  # type: ignore[method-assign]
    pipes.serve_for(0.05)
    assert 1 <= served <= 11
    pipes.close()
    for file in (alarm_read, alarm_write):
        file.close()
