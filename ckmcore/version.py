"""The version of the program: the only place where it stands."""

VERSION = "0.1.0"
