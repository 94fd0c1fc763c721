"""Drawings of flows, in two stages: a graph becomes a small drawing model, and that becomes text and pictures.

It must not know anything but the graph and the errors: neither how a flow runs nor where its graph came from.
"""
