"""Turns Python text into graphs of flows, without ever importing or running it.

`Project` is the way in, `Reading` what comes out. Whatever can't be followed stays an `Unknown` with its reason;
nothing here guesses, and nothing here judges what it reads: rules do that.
"""
