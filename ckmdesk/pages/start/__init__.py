"""The start page: three doors, recent statistics, a place to drop a file."""
