import Vicinity

extension QueryStats {
  /// The counts with their names in reports.
  public var counters: [(name: String, count: Int)] {
    [
      ("nodes", nodes), ("entries", entries), ("listed", listed), ("visited", visited), ("distances", distances),
      ("matches", matches), ("records", records),
    ]
  }
}
