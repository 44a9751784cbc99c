"""The attacks of scripts/server-faults."""
