extension Zone {
  /// A clock change: its instant, and seconds east of UTC before and after.
  package struct Change: Hashable, Sendable {
    package let instant: Instant
    package let before: Int
    package let after: Int

    package init(instant: Instant, before: Int, after: Int) {
      self.instant = instant
      self.before = before
      self.after = after
    }
  }

  /// Makes a zone from its clock changes, in any order; it equals every other zone of the same identifier.
  package init(identifier: String, offset: Int, changes: [Change]) {
    self.init(table: ZoneTable(identifier: identifier, offset: offset, changes: changes))
  }

  /// The clock changes in a window before the year 2100.
  package func changes(in window: Range<Instant>) -> [Change] {
    table.starts.indices.dropFirst().compactMap { index in
      let instant = Instant(secondsSince1970: table.starts[index])
      guard window.contains(instant) else { return nil }
      return Change(instant: instant, before: table.offsets[index - 1], after: table.offsets[index])
    }
  }
}

extension ZoneTable {
  convenience init(identifier: String, offset: Int, changes: [Zone.Change]) {
    var starts: [Int64] = [.min]
    var offsets = [offset]
    for change in changes.sorted(by: { $0.instant < $1.instant }) where change.after != offsets.last {
      let start = change.instant.secondsSince1970
      if start == starts.last {
        offsets[offsets.count - 1] = change.after
      } else {
        starts.append(start)
        offsets.append(change.after)
      }
    }
    self.init(identifier: identifier, starts: starts, offsets: offsets)
  }
}
