"""Charts of protected tables: described once, without Qt, and painted from that description."""
