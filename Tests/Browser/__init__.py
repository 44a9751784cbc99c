"""The stories of scripts/test-page."""
