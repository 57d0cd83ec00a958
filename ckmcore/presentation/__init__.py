"""What is shown of a protected table: `present` makes it, for window, files and clipboard alike."""
