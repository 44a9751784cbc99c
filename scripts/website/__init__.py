"""The site of the documentation: scripts/docs builds it from docs, the program's help, the routes and the libraries' symbols."""
