"""What reviewers look at: costs, paths, pages and changes of flows, all from source alone.

It must not know how a command line looks, nor ever import what it reads.
"""
