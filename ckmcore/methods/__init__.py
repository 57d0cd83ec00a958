"""Methods of protection, one file each; ProtectedTable and Examination."""
