"""TableSpec, the scan kernel, the cube cache, roll-up, RawTable, layout."""
