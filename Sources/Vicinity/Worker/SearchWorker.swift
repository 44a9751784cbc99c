import Geography

/// An `IndexReader` with the memory, prepared areas and availability calendars that searches need.
///
/// For one thread at a time, lent by `WorkerPool`.
final class SearchWorker: IndexReader {
  /// Memory for one search at a time.
  let scratch: SearchScratch
  let areas: PreparedAreas
  var calendars = Calendars()

  init(snapshots: SnapshotCache, areas: (any AreaEngine)? = nil) throws {
    self.areas = PreparedAreas(areas)
    let work = WorkMeter()
    scratch = SearchScratch(work)
    try super.init(snapshots: snapshots, work)
  }
}
