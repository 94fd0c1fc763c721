"""The neutral model of a flow: plain frozen data, the same from source and from live objects.

The lowest layer. It holds what declarations say, no callables and nothing about bodies, and it imports nothing but
the standard library, so that checking files without flows stays cheap.
"""
