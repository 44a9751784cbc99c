import Foundation
import Logging
import Vicinity
import VicinityAccounts

extension ClusterNode: EntryWriter {
  func begin(_ file: ClusterFile) throws {
    guard case .leader = known.role else { throw ClusterError.notLeader }
  }

  func applied(_ position: FilePosition, of file: ClusterFile) {
    known.update { facts in
      if facts.role == .follower {
        // The other file may lack an earlier entry.
        facts.isUncertain = true
      } else {
        facts.applied = max(facts.applied, position.entry)
      }
      facts.head = max(facts.head, position.entry)
      facts.lastTime = max(facts.lastTime, position.at)
    }
  }

  func append(_ change: LogEntry.Change, of file: ClusterFile, after position: FilePosition) throws -> FilePosition {
    let hash = LogEntry.hash(after: position.hash, of: file, change)
    let (number, at) = try append(change, hash, of: file, after: position)
    if case .rows(let rows) = change { known.update { $0.traffic.appendedBytes += Int64(rows.compressed.count) } }
    return FilePosition(entry: number, hash: hash, at: at)
  }

  private func append(
    _ change: LogEntry.Change, _ hash: [UInt8], of file: ClusterFile, after position: FilePosition
  ) throws -> (Int64, Int64) {
    while true {
      guard case .leader(let epoch) = known.role else { throw ClusterError.notLeader }
      let at = max(settings.clock(), known.lastTime)
      do {
        let appended = try appending(file).use {
          try $0.append(
            change, of: file, after: position, hash, epoch: settings.removedSafeguards.contains(.epoch) ? nil : epoch,
            at: at,
            within: settings.appendSeconds)
        }
        if let appended { return (appended.number, appended.at) }
        // Refused: the thread of the other file may have raised the epoch.
        guard known.role == .leader(epoch: epoch) else { continue }
        if try adoptEpoch(of: appending(file).use { try $0.status() }, after: epoch) { continue }
        stepDown("the log refuses its entry")
        throw ClusterError.noLeader(reason: "another node leads")
      } catch let error as Unopened {
        throw ClusterError.noLeader(reason: error.error.summary)
      } catch let error as PostgreSQLError {
        guard error.isInDoubt else {
          logger.error("the log refuses an entry", metadata: ["file": "\(file.name)", "error": "\(error)"])
          throw ClusterError.noLeader(reason: error.summary)
        }
        return try endDoubt(hash, of: file, after: position, epoch: epoch, error)
      }
    }
  }

  /// Goes on in a newer epoch that is this node's own: a thread that ends a doubt has raised it.
  /// - Returns: false if it is another node's.
  private func adoptEpoch(of status: LogStatus, after epoch: Int64) -> Bool {
    guard status.leader == holder, status.epoch > epoch else { return false }
    known.update {
      if case .leader(let mine) = $0.role, mine < status.epoch { $0.role = .leader(epoch: status.epoch) }
    }
    return true
  }

  /// Finds out whether an entry was appended whose answer was lost.
  ///
  /// Raising the epoch makes a late append impossible; being a commit itself, it returns only once a synchronous
  /// standby has everything before it.
  /// - Throws: `ClusterError.noLeader` if it was not appended, and never will be; `unknownOutcome` if that cannot be
  ///   found out in time.
  private func endDoubt(
    _ hash: [UInt8], of file: ClusterFile, after position: FilePosition, epoch: Int64, _ error: PostgreSQLError
  ) throws -> (Int64, Int64) {
    logger.warning(
      "the log has not confirmed an entry", metadata: ["file": "\(file.name)", "error": "\(error)"])
    if settings.removedSafeguards.contains(.doubt) { throw ClusterError.noLeader(reason: error.summary) }
    let deadline = ContinuousClock.now + .seconds(settings.doubtSeconds)
    while ContinuousClock.now < deadline {
      do {
        return try appending(file).use { log in
          // Nil if the thread of the other file has raised it.
          _ = try log.raise(epoch, of: holder)
          let status = try log.status()
          _ = adoptEpoch(of: status, after: epoch)
          if let found = try log.find(hash, of: file, after: position.entry) { return found }
          // The epoch has ended, by this node or another one: it can no longer come.
          guard status.epoch > epoch else { throw PostgreSQLError.unexpected("the epoch \(status.epoch)") }
          // It may have come, and be trimmed since.
          guard try log.has(position, of: file) else { throw ClusterError.unknownOutcome(reason: error.summary) }
          throw ClusterError.noLeader(reason: error.summary)
        }
      } catch let error as ClusterError { throw error } catch { usleep(300_000) }
    }
    stepDown("the log does not answer")
    throw ClusterError.unknownOutcome(reason: error.summary)
  }

  func recover(_ file: ClusterFile, _ position: FilePosition, from error: any Error) throws {
    logger.error(
      "a change that the log has cannot be committed here; it is applied from the log",
      metadata: ["file": "\(file.name)", "entry": "\(position.entry)", "error": "\(error)"])
    if case .leader(let epoch) = known.role {
      stepDown("its disk refuses a change")
      try? ending.use { try $0.giveUp(epoch, of: holder) }
    }
    for _ in 0..<1500 {
      if let found = try? FileCopy.position(of: settings.path(of: file), in: nil), found.entry >= position.entry {
        return
      }
      usleep(10_000)
    }
    // The client must not take it for undone: its connection ends.
    logger.critical("a change that has happened cannot be answered; the node ends")
    exit(EXIT_FAILURE)
  }

  // MARK: Whole files

  func appendFile(_ file: ClusterFile, after position: FilePosition) throws -> FilePosition {
    let path = settings.path(of: file)
    let copy = path + ".copy"
    defer { FileCopy.remove(copy) }
    do {
      _ = try FileCopy.make(of: path, to: copy)
      let snapshot = try openLog(for: "recording").store(copy, of: file, position)
      var before = position
      before.isPending = false
      let change = LogEntry.Change.file(id: snapshot.id, sha256: snapshot.sha256)
      let appended = try append(change, of: file, after: before)
      logger.notice(
        "the whole file is in the log",
        metadata: ["file": "\(path)", "entry": "\(appended.entry)", "bytes": "\(snapshot.size)"])
      try? storing.use { try $0.removeOldSnapshots() }
      return appended
    } catch {
      // The file has what the log has not: it is replaced.
      known.update { _ = $0.isSpoiled.insert(file) }
      if case .leader(let epoch) = known.role {
        stepDown("a whole file cannot be recorded")
        try? ending.use { try $0.giveUp(epoch, of: holder) }
      }
      logger.error("a whole file cannot be recorded", metadata: ["file": "\(path)", "error": "\(error)"])
      throw error as? ClusterError ?? ClusterError.noLeader(reason: "the file cannot be stored in PostgreSQL")
    }
  }

  package func eraseEarlier() throws {
    do {
      let log = try openLog(for: "erasing")
      try log.checkRewriting()
      guard try makeSnapshots() else { throw ClusterError.noLeader(reason: "the log has lost its end") }
      // Nodes that are used have them by then; others begin with the snapshots.
      for _ in 0..<50 where try log.isAwaited() { usleep(100_000) }
      try log.eraseEarlier()
    } catch let error as PostgreSQLError { throw ClusterError.noLeader(reason: error.summary) }
  }

  /// Bytes of the files that a node fetches and puts in place while it could apply one entry: 833 MB in 16 seconds, and
  /// 1500 entries in one. It then spends as long on the entries as on the snapshots.
  private static let bytesOfEntry: Int64 = 33_000

  /// Has snapshots made if there are many entries since the last ones, or if somebody waits for one.
  func makeSnapshotIfDue(_ log: ClusterLog) throws {
    guard ContinuousClock.now >= nextSnapshotLook.withLock({ $0 }), try !log.isStuck(settings.connectionMark) else {
      return
    }
    nextSnapshotLook.withLock { $0 = .now + .seconds(1) }
    let status = try log.status()
    let newest = try ClusterFile.allCases.map { try log.newestSnapshot(of: $0) }
    let most = max(settings.snapshotEntries, newest.reduce(0) { $0 + $1.size } / Self.bytesOfEntry)
    let first = newest.map(\.position.entry).min() ?? 0
    guard status.isSnapshotWanted || status.head - first > most else { return }
    guard isMakingSnapshot.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged else { return }
    Thread.start(named: "snapshot") { [self] in
      defer { isMakingSnapshot.store(false, ordering: .relaxed) }
      do { _ = try makeSnapshots() } catch {
        logger.error("no snapshot can be made; it is tried again", metadata: ["error": "\(error)"])
        nextSnapshotLook.withLock { $0 = .now + .seconds(30) }
      }
    }
  }

  /// Stores a copy of each file with which nodes can begin, and removes entries that are in them.
  /// - Returns: false if the log does not have what the files have.
  private func makeSnapshots() throws -> Bool { try snapshotTurn.withLock { _ in try makeSnapshotsInTurn() } }

  private func makeSnapshotsInTurn() throws -> Bool {
    let log = try openLog(for: "snapshot")
    let wanted = try log.snapshotWanted()
    for file in ClusterFile.allCases {
      let copy = settings.path(of: file) + ".snapshot-copy"
      defer { FileCopy.remove(copy) }
      let position = try FileCopy.make(of: settings.path(of: file), to: copy)
      guard !position.isPending else {
        throw ClusterError.noLeader(reason: "the \(file.name) file is being recorded as a whole")
      }
      guard try log.complete(log.store(copy, of: file, position)) else { return false }
    }
    try log.trim()
    try log.fulfil(wanted)
    return true
  }
}
