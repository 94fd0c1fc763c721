"""Ways through a flow: which steps run in which order, once for each decision that can be taken."""
