"""Records in databases: counted there, never read; only what the computer's policy names is reached."""
