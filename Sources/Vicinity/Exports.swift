// A user of the engine needs coordinates and instants: one import gives both.
@_exported import Geography
@_exported import Hours
