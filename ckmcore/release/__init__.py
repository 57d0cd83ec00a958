"""What leaves the house, and the record of it: submissions, releases, their files, each chained to the one before."""
