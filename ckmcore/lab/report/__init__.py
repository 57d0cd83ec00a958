"""Reports for an office's files: HTML that needs nothing else, with pictures of its own as SVG."""
