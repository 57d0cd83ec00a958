"""What shows databases and hypercubes: parts of pages of the desk (`ports.py`)."""
