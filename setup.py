"""What pyproject.toml cannot say: resources/ is the package `ckmdesk_resources` beside those found by their names."""

from setuptools import find_packages, setup

setup(packages=[*find_packages(include=["ckmcore*", "ckmdesk*"]), "ckmdesk_resources"])
