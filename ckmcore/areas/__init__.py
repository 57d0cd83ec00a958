"""Areas and grids: boundaries that an office installs, cells of coordinates. No module here reads a record."""
