// Settings, keys and accounts belong to the interface of the server: who imports it needs no other module for them.
@_exported import VicinityAccounts
@_exported import VicinityHTTP
