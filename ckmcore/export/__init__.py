"""Tables out of the house: one file per format. Takes drafts and protected tables only."""
