"""The sample statistic: a synthetic higher-education statistic of a made-up country, by our own seeded generator."""

from ckmcore.sample.generate import sample_dimensions, sample_microdata

__all__ = ["sample_dimensions", "sample_microdata"]
