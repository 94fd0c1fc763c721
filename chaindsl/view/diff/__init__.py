"""What two runs of a flow have not in common, aligned on the flow and not on time."""
