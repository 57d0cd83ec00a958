"""The sample statistic: a synthetic higher-education statistic of a made-up country, by our own seeded generator."""

from ckmcore.sample.generate import sample_dimensions, sample_microdata
from ckmcore.sample.statistic import sample_statistic

__all__ = ["sample_dimensions", "sample_microdata", "sample_statistic"]
