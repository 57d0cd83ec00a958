"""The desk: the window of ckmdesk. Knows no formula; everything it shows comes from the engine."""
