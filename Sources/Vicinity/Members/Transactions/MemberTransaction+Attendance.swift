import CivilTime

extension MemberTransaction {
  /// Gives a member a place at an occurrence of an event, or on its waiting list when it is full.
  ///
  /// A member who has already joined keeps the place.
  /// - Returns: the attendance, and whether the member had not joined before.
  func join(
    _ id: String, _ choice: OccurrenceChoice, by member: String
  ) throws -> (attendance: Attendance, isNew: Bool) {
    let member = try checked(member)
    let event = try RecordedListing(id: id, in: self)
    let starts = try occurrence(of: event, choice)
    if let known = try attendance(of: member, at: event, starts) { return (known, isNew: false) }
    try refuseUnjoinable(event, starts)
    let joined = try WaitingList(statements: self).joined(event.fid, starts)
    let status: Attendance.Status = event.capacity.map { joined >= $0 } ?? false ? .waiting : .joined
    try run(
      "INSERT INTO attendance (member, fid, starts, status, at) VALUES (?1, ?2, ?3, ?4, ?5)", member, event.fid, starts,
      status.rawValue, now)
    note(status == .joined ? .joined : .waiting, listing: id, member: member)
    try notifyHost(of: event, status == .joined ? .joined : .waiting, by: member, starts: starts)
    guard let made = try attendance(of: member, at: event, starts) else {
      throw CatalogError.damaged(place: "attendance of \"\(id)\"", problem: "it was just written, and cannot be read")
    }
    return (made, isNew: true)
  }

  /// Gives up a member's place; the first on the waiting list moves up.
  /// - Returns: the former attendance; nil when the member had not joined.
  func leave(_ id: String, _ choice: OccurrenceChoice, by member: String) throws -> Attendance? {
    let event = try RecordedListing(id: id, in: self)
    let dates = try event.eventDates()
    guard let starts = try joinedStart(of: try checked(member), event.fid, dates, choice),
      let left = try attendance(of: member, at: event, starts)
    else { return nil }
    guard try dates.end(of: starts) > now else {
      throw SignalError.over(listing: id, starts: starts.iso8601(in: dates.zone))
    }
    try run("DELETE FROM attendance WHERE member = ?1 AND fid = ?2 AND starts = ?3", member, event.fid, starts)
    note(.left, listing: id, member: member)
    try notifyHost(of: event, .left, by: member, starts: starts)
    try moveUp(at: event, starts)
    return left
  }

  /// Gives free places to waiting members.
  func moveUp(at event: RecordedListing, _ starts: Instant) throws {
    for person in try WaitingList(statements: self).moveUp(event.fid, capacity: event.capacity, starts: starts) {
      try notify(person, at: event)
    }
  }

  /// Writes news for a member who got a place from the waiting list.
  func notify(_ person: WaitingList.MovedUp, at event: RecordedListing) throws {
    note(.movedUp, listing: event.id, member: person.member)
    try notify(person.member, .movedUp, of: event, starts: person.starts)
  }

  private func occurrence(of event: RecordedListing, _ choice: OccurrenceChoice) throws -> Instant {
    let dates = try event.eventDates()
    if let starts = try dates.occurrence(choice, at: now) { return starts }
    throw try dates.noOccurrence(choice, of: event.id, at: now)
  }

  private func refuseUnjoinable(_ event: RecordedListing, _ starts: Instant) throws {
    let dates = try event.eventDates()
    if event.isCancelled { throw SignalError.cancelled(listing: event.id) }
    guard try dates.end(of: starts) > now else {
      throw SignalError.over(listing: event.id, starts: starts.iso8601(in: dates.zone))
    }
  }

  /// The occurrence among those that a member has joined; it may no longer be part of the event.
  private func joinedStart(
    of member: String, _ fid: Int, _ dates: EventDates, _ choice: OccurrenceChoice
  ) throws -> Instant? {
    let joined = try rows(
      "SELECT attendance_id, starts FROM attendance WHERE member = ?1 AND fid = ?2 ORDER BY starts", member, fid
    ) { try StoredRow($0, of: "attendance", $0.int(0)).requiredTime(1) }
    if choice == .next { return try joined.first { try dates.end(of: $0) > now } ?? joined.last }
    return dates.start(choice, among: joined, at: now)
  }
}

extension StatementSource {
  /// A member's attendance at an occurrence; nil when there is none.
  func attendance(of member: String, at event: RecordedListing, _ starts: Instant) throws -> Attendance? {
    let place = try first(
      """
      SELECT status, (SELECT count(*) FROM attendance WHERE fid = a.fid AND starts = a.starts AND status = 'waiting'
        AND attendance_id <= a.attendance_id) FROM attendance a WHERE member = ?1 AND fid = ?2 AND starts = ?3
      """, member, event.fid, starts
    ) { (status: Attendance.Status(rawValue: $0.string(0) ?? "") ?? .waiting, number: $0.int(1)) }
    guard let place else { return nil }
    return Attendance(
      listing: event.id, member: member, starts: starts, zone: event.dates?.zone ?? .utc, status: place.status,
      place: place.status == .waiting ? place.number : nil, cost: event.price, capacity: event.capacity,
      joined: try count(
        "SELECT count(*) FROM attendance WHERE fid = ?1 AND starts = ?2 AND status = 'joined'", event.fid, starts))
  }
}
