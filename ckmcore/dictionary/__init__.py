"""The dictionary of a statistic: what its variables are called, what their codes mean, what is derived from them."""
