"""What rules share: their record, how places and paths are told, and which findings follow from others."""
