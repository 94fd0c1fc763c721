"""What rules need to know about one flow, proved on its graph: nets, paths, keys, guards, types, bounds.

Everything here is a proof or nothing: where the graph has a hole the answer is "unknown". It knows graphs only, so it
works on live flows too; it must not know files, findings or rules.
"""
