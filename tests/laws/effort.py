"""How many examples laws are tried on: each runs a flow many times, so half as many as elsewhere."""

from hypothesis import settings

half = settings(max_examples=settings().max_examples // 2)
