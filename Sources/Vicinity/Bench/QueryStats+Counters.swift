extension QueryStats {
  /// The counts with their names in reports.
  public var counters: [(name: String, count: Int)] {
    [
      ("nodes", nodes), ("candidates", candidates), ("distances", distances), ("matches", matches),
      ("records", records),
    ]
  }
}
