"""What a person sees of traces: tables, trees, timelines, pages, and what two runs have not in common.

It works on the file alone: neither the flow's source nor the runtime is needed.
"""
