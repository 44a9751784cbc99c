import Foundation
import Logging
import Vicinity
import VicinityAccounts

extension ClusterNode {
  /// Milliseconds between two looks at the log without a notification.
  static let pollMilliseconds = 500

  /// Follows the log, and leads when no other node does, until the node stops.
  func follow() {
    var reported: String?
    while !known.isStopping {
      do {
        let log = try openLog(for: "following")
        try compareVersions(log)
        listener.withLock { $0 }?.joined()
        try log.connection.run("LISTEN vicinity")
        if known.role == .follower { try checkFiles(log) } else { try checkLeader(log) }
        let follower = Follower(self, log)
        while !known.isStopping {
          try follower.turn()
          if reported != nil { logger.notice("the log is followed again") }
          reported = nil
        }
        if case .leader(let epoch) = known.role { try? log.giveUp(epoch, of: holder) }
        try? log.reportStop(of: settings.node)
        known.update { $0.role = .follower }
        return
      } catch {
        if "\(error)" != reported { logger.warning("the log cannot be followed", metadata: ["error": "\(error)"]) }
        reported = "\(error)"
        if let failure = error as? ClusterFailure {
          if failure.isOfContents { spoil() }
          if failure.isOfVersion { stepDown("another version has migrated the files") }
        }
        usleep(UInt32(Self.pollMilliseconds) * 1000)
      }
    }
  }

  /// Has all files replaced by snapshots.
  func spoil() { known.update { $0.isSpoiled = Set(ClusterFile.allCases) } }

  // MARK: The files

  /// Replaces files that are missing, or that differ from the log, by snapshots.
  func checkFiles(_ log: ClusterLog) throws {
    try Self.compareVersions(log.status())
    let spoiled = known.update { facts in
      facts.isUncertain = false
      return facts.isSpoiled
    }
    for file in ClusterFile.allCases {
      let path = settings.path(of: file)
      let cluster = identity.withLock { $0?.id }
      let isHalfPlaced = Catalog.isHalfPlaced(path)
      let position = isHalfPlaced ? nil : try FileCopy.position(of: path, in: cluster)
      if position == nil, !isHalfPlaced, FileStamp(path: path) != nil { throw ClusterFailure.wouldReplace(path: path) }
      if let position, !spoiled.contains(file), try isContinued(position, of: file, log) {
        // A newer one is there as a whole, maybe with another schema.
        guard try log.hasWhole(file, after: position.entry) else { continue }
      } else if let position, !spoiled.contains(file), try log.isOlder(position.entry) {
        logger.notice(
          "the file is older than the beginning of the log; the newest snapshot replaces it",
          metadata: ["file": "\(path)", "entry": "\(position.entry)"])
      } else if let position {
        logger.error(
          "the file differs from the log, which has lost its end, or was restored to an earlier state; it is replaced",
          metadata: ["file": "\(path)", "entry": "\(position.entry)"])
      }
      try install(log.newestSnapshot(of: file), log)
      _ = known.update { $0.isSpoiled.remove(file) }
    }
    let head = try log.status().head
    var (applied, time) = (head, Int64(0))
    for file in ClusterFile.allCases {
      guard let position = try FileCopy.position(of: settings.path(of: file), in: nil) else { continue }
      // Those that the other file has already are left out.
      if let next = try log.next(of: file, after: position.entry) { applied = min(applied, next - 1) }
      time = max(time, position.at)
    }
    known.update { [applied, time] facts in
      if facts.role == .follower { facts.applied = applied }
      facts.lastTime = max(facts.lastTime, time)
    }
  }

  private func isContinued(_ position: FilePosition, of file: ClusterFile, _ log: ClusterLog) throws -> Bool {
    if settings.removedSafeguards.contains(.predecessor) { return true }
    return try log.has(position, of: file)
  }

  /// No longer leads if the log lacks something that the files have: PostgreSQL was restored to an earlier state.
  private func checkLeader(_ log: ClusterLog) throws {
    for file in ClusterFile.allCases {
      guard let position = try FileCopy.position(of: settings.path(of: file), in: nil), !position.isPending,
        try !log.has(position, of: file)
      else { continue }
      stepDown("the log lacks entry \(position.entry)")
      try checkFiles(log)
    }
  }

  /// Puts a snapshot in the place of a file.
  func install(_ snapshot: ClusterLog.Snapshot, _ log: ClusterLog) throws {
    let path = settings.path(of: snapshot.file)
    let coming = path + ".snapshot"
    FileCopy.remove(coming)
    defer { FileCopy.remove(coming) }
    try log.fetch(snapshot, to: coming)
    try FileCopy.setPosition(snapshot.position, in: coming)
    // Whoever sees a file with another schema sees that too.
    try Self.compareVersions(log.status())
    let files = files.withLock { $0 }
    switch (snapshot.file, files) {
    case (.catalog, let files?): try files.catalog.replaceFile(by: coming)
    case (.accounts, let files?): try files.accounts.whileClosed(waiting: 10) { try Catalog.place(coming, as: path) }
    case (_, nil): try Catalog.place(coming, as: path)
    }
    logger.notice(
      "the file was fetched from the log",
      metadata: ["file": "\(path)", "entry": "\(snapshot.position.entry)", "bytes": "\(snapshot.size)"])
    listener.withLock { $0 }?.replaced()
  }

  // MARK: The role

  /// No longer leads; what it appends from now on is refused.
  func stepDown(_ reason: String) {
    let led = known.update { facts in
      defer { (facts.role, facts.isUncertain) = (.follower, true) }
      return facts.role != .follower
    }
    guard led else { return }
    logger.warning("the node no longer leads", metadata: ["reason": "\(reason)"])
    listener.withLock { $0 }?.isLeader(false)
  }

  /// Leads from now on.
  ///
  /// - Parameters:
  ///   - status: what the log has answered.
  ///   - asked: when it was asked.
  func lead(_ status: LogStatus, since asked: ContinuousClock.Instant) {
    // New connections, which have nothing cached of before.
    if let files = files.withLock({ $0 }) {
      files.catalog.closeWriter()
      files.accounts.close()
    }
    known.update { facts in
      facts.role = .leader(epoch: status.epoch)
      facts.leaseEnds = asked + .milliseconds(settings.leaseMilliseconds)
    }
    logger.notice("the node leads", metadata: ["epoch": "\(status.epoch)", "entry": "\(status.head)"])
    listener.withLock { $0 }?.isLeader(true)
  }
}

/// Follows the log by one connection.
final class Follower {
  private let node: ClusterNode
  private let log: ClusterLog
  private var appliers: [ClusterFile: Applier] = [:]
  private var isListening = true
  /// Whether the log of the accounts file has pages with data of an ended account.
  private var hasRemains = false
  private var nextReport = ContinuousClock.now
  private var nextRenewal = ContinuousClock.now

  init(_ node: ClusterNode, _ log: ClusterLog) { (self.node, self.log) = (node, log) }

  /// Looks at the log once, does what it demands, and waits for what is next.
  func turn() throws {
    var isMore = false
    if case .leader(let epoch) = node.known.role {
      if node.known.hasResigned {
        try log.giveUp(epoch, of: node.holder)
        node.stepDown("it stops")
      } else {
        try renew(epoch)
      }
    } else {
      isMore = try followOnce()
    }
    if ContinuousClock.now >= nextReport {
      try report()
      nextReport = .now + .seconds(2)
    }
    guard !isMore, !node.known.isStopping else { return }
    if case .leader = node.known.role {
      if isListening { try log.connection.run("UNLISTEN vicinity") }
      isListening = false
      try node.makeSnapshotIfDue(log)
      usleep(100_000)
    } else {
      if !isListening { try log.connection.run("LISTEN vicinity") }
      isListening = true
      try log.connection.waitForNotification(until: .now + .milliseconds(ClusterNode.pollMilliseconds))
    }
  }

  private func renew(_ epoch: Int64) throws {
    guard ContinuousClock.now >= nextRenewal, try !log.isStuck(node.settings.connectionMark) else { return }
    let asked = ContinuousClock.now
    guard let status = try log.renew(epoch, of: node.holder, milliseconds: node.settings.leaseMilliseconds) else {
      // A thread that ends a doubt raises the epoch.
      guard node.known.role == .leader(epoch: epoch) else { return }
      node.stepDown("another node has taken over")
      return try checkFiles()
    }
    node.known.note(status, asked: asked)
    node.known.update { $0.leaseEnds = asked + .milliseconds(node.settings.leaseMilliseconds) }
    nextRenewal = .now + .milliseconds(node.settings.leaseMilliseconds / 5)
  }

  /// - Returns: whether there is more to do at once.
  private func followOnce() throws -> Bool {
    if node.known.update({ !$0.isSpoiled.isEmpty || $0.isUncertain }) { try checkFiles() }
    if hasRemains { hasRemains = try !applier(.accounts).emptyLog() }
    let asked = ContinuousClock.now
    let status = try log.status()
    node.known.note(status, asked: asked)
    // A newer version has migrated the files: this one passes on what it can, until it is replaced.
    try ClusterNode.compareVersions(status)
    let applied = node.known.applied
    if status.head < applied {
      try checkFiles()
      return true
    }
    if status.head > applied {
      let entries = try log.entries(after: applied)
      if let first = entries.first {
        try apply(entries)
        return first.number < status.head
      }
      // Trimmed: the snapshots have them.
      node.spoil()
      return true
    }
    if status.leftMilliseconds < 0, !node.known.hasResigned, try !log.isStuck(node.settings.connectionMark) {
      try takeOver(status)
    }
    return false
  }

  private func checkFiles() throws {
    appliers = [:]
    try node.checkFiles(log)
  }

  private func takeOver(_ status: LogStatus) throws {
    let asked = ContinuousClock.now
    guard
      let taken = try log.takeOver(
        after: status.epoch, by: node.holder, url: node.settings.url, milliseconds: node.settings.leaseMilliseconds)
    else { return }
    node.known.note(taken, asked: asked)
    do { try catchUp(with: taken) } catch {
      // Another node may be able to lead.
      try? log.giveUp(taken.epoch, of: node.holder)
      throw error
    }
    appliers = [:]
    nextRenewal = .now
    node.lead(taken, since: asked)
    try report()
  }

  /// Applies what was appended before this node has taken over, and compares the files with the log.
  private func catchUp(with taken: LogStatus) throws {
    while node.known.applied < taken.head {
      let next = node.known.applied + 1
      let entries = try log.entries(after: next - 1)
      guard entries.first?.number == next else { throw ClusterFailure.damaged(what: "entry \(next)") }
      try apply(entries)
    }
    for file in ClusterFile.allCases {
      let position = try applier(file).position()
      let wanted = taken.positions[file.rawValue]
      if node.settings.removedSafeguards.contains(.predecessor) { continue }
      guard position?.entry == wanted.entry, position?.hash == wanted.hash, position?.isPending == false else {
        throw ClusterFailure.differs(file: file.name, entry: position?.entry ?? 0)
      }
    }
  }

  private func applier(_ file: ClusterFile) throws -> Applier {
    if let known = appliers[file] { return known }
    let removed = node.settings.removedSafeguards
    let applier = try Applier(
      node.settings.path(of: file), of: file, firesTriggers: removed.contains(.triggers))
    applier.comparesPredecessors = !removed.contains(.predecessor)
    appliers[file] = applier
    return applier
  }

  /// Entries that are applied in one transaction.
  private static let most = 100

  /// Applies entries in their order: consecutive ones of a file in one transaction.
  private func apply(_ entries: [LogEntry]) throws {
    guard entries.first.map({ $0.number == node.known.applied + 1 }) ?? true else {
      // Numbers have no gaps: those between were trimmed.
      return node.spoil()
    }
    var rest = entries[...]
    while let first = rest.first {
      if case .file(let id, let sha256) = first.change {
        try install(first, id, sha256)
        rest.removeFirst()
        continue
      }
      let run = rest.prefix(Self.most).prefix { entry in
        guard entry.file == first.file, case .rows = entry.change else { return false }
        return true
      }
      rest = rest.dropFirst(run.count)
      let outcome = try applier(first.file).apply(Array(run))
      let bytes = run.reduce(0) { sum, entry in
        if case .rows(let rows) = entry.change { sum + rows.compressed.count } else { sum }
      }
      guard let last = run.last else { continue }
      node.known.update { facts in
        (facts.applied, facts.lastTime) = (last.number, max(facts.lastTime, last.at))
        facts.traffic.appliedBytes += Int64(bytes)
        facts.traffic.changedListings += outcome.changedListings
        facts.traffic.changedNodes += outcome.changedNodes
      }
      if outcome.tables.contains("former_account") { hasRemains = true }
      if first.file == .accounts, !outcome.tables.isEmpty {
        node.listener.withLock { $0 }?.appliedToAccounts(tables: outcome.tables, members: outcome.members)
      }
    }
  }

  private func install(_ entry: LogEntry, _ id: String, _ sha256: [UInt8]) throws {
    let position = try applier(entry.file).position()
    if let position, position.entry < entry.number {
      guard entry.previous == position.hash else {
        throw ClusterFailure.differs(file: entry.file.name, entry: position.entry)
      }
      appliers[entry.file] = nil
      var snapshot = ClusterLog.Snapshot(
        id: id, file: entry.file, position: FilePosition(entry: entry.number, hash: entry.hash, at: entry.at), size: 0,
        sha256: sha256)
      // A newer one may have taken its place.
      if try !log.hasSnapshot(id) { snapshot = try log.newestSnapshot(of: entry.file) }
      try node.install(snapshot, log)
    }
    node.known.update { $0.applied = max($0.applied, entry.number) }
  }

  private func report() throws {
    let state = node.state
    try log.report(
      node.settings.node, url: node.settings.url, applied: state.applied, role: state.isLeader ? "leader" : "follower",
      version: ProgramVersion.current, sqlite: ClusterNode.sqlite)
  }
}
