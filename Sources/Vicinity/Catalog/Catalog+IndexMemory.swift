extension Catalog {
  /// The memory that the decoded index takes now.
  /// - Throws: `SQLiteFailure` when the file cannot be read.
  package func indexMemory() throws -> IndexMemory {
    try read { worker, snapshot, _ in IndexMemory(of: snapshot, in: worker.snapshots) }
  }

  /// The most memory that it may take.
  package var memoryLimit: Int { workers.memoryLimit }
}
