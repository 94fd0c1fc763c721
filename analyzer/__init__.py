"""Reads flows from source text, never importing it, and says what is wrong with them.

It knows the graph (`chaindsl.graph`) and nothing else of chaindsl: neither the language nor the runtime.
"""
