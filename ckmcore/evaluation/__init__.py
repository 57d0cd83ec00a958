"""Choosing a method: variants side by side over several tables, what they lose and what they risk. Confidential."""
