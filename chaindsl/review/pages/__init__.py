"""What pages say of a flow, whatever they are written in."""
