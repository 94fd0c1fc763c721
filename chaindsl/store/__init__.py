"""Where runs are kept between processes: one interface, and a file for each place."""
