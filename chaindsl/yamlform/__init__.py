"""The YAML form of workflows: read with places, written as Python, and written back from graphs.

It knows the graph and the errors, nothing of the analyzer, the runtime or the command line.
"""
