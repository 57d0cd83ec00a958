"""What an office has decided, and what the computer's policy decides for it."""
