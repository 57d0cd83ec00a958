"""What the desk shows of the wing of other methods: the comparison of four methods, and suppression of saved tables."""
