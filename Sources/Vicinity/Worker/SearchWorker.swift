import Geography

/// An `IndexReader` with what searches need beside it: memory, areas that are ready to be asked, and calendars.
///
/// For one thread at a time; `WorkerPool` lends it out.
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
