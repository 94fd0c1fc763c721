"""What a picture of a flow can show besides the flow: keys, contracts, costs, findings, a trace, what paths take."""
