"""The checks of scripts/real-world."""
