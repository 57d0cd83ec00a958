"""What shows the lab of the engine: the page of quality and risk, and parts of pages of the desk (`ports.py`)."""
