"""Releases and their register: submissions, releases, files, each entry chained to the one before."""
