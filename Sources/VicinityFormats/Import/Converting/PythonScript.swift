/// The beginning of programs of Python.
enum PythonScript {
  /// Has Python load no modules from the current folder, where other people's files may be.
  static let start = """
    import sys
    if sys.path[:1] == [""]:
        del sys.path[0]

    """
}
