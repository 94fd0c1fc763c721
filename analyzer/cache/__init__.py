"""Keeps what was found in a file, as long as everything that this was found from stays as it is.

It lies outside of the checked tree, and an entry that is not whole counts for nothing.
"""
