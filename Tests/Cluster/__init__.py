"""Several nodes of a cluster around a PostgreSQL, and what goes wrong with them."""
