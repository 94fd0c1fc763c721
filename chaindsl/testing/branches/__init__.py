"""Tests that take each branch of a flow once: what there is to take, runs that take it, and the tests as text."""
