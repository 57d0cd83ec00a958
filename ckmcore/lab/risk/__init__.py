"""What readers of published figures can compute: attacks, chances, averaging, differencing. Confidential."""
