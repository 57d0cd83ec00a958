"""Nothing else: files are taken apart, and whatever is not traceable to a published table is a hit."""
