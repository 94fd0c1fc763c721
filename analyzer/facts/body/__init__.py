"""What bodies of steps do, read from their source: how many model calls they can make. Nothing is ever run."""
