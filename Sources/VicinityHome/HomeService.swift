import CivilTime
import GRDB
import Logging
import Streams
import Vicinity
import VicinityAccounts

/// The switches of couches and the rules of the weather, in the accounts file.
package final class HomeService: Sendable {
  private let catalog: Catalog
  private let file: AccountsFile
  private let changes: ChangeLog
  private let client: any OutgoingRequests
  private let logger: Logger
  private let threads = TaskThreads(limit: 1, name: "home")

  /// The most switches of a couch.
  package static let most = 20
  /// Seconds between two looks at the weather.
  private static let pause: Int64 = 3600
  /// The number of rules whose weather is requested in parallel, and in one round.
  private static let (mostAtOnce, mostInARound) = (8, 100)

  package init(catalog: Catalog, file: AccountsFile, changes: ChangeLog, client: any OutgoingRequests, logger: Logger) {
    (self.catalog, self.file, self.changes, self.client, self.logger) = (catalog, file, changes, client, logger)
  }

  // MARK: Who may

  /// A member's role at a couch today.
  package enum Part { case host, guest }

  /// The role of a member: the host, or a guest whose confirmed stay includes today, from the day of arrival to the day
  /// of departure, local to the couch.
  ///
  /// - Throws: as if there were no switches for all others.
  package func part(of member: String, at id: String, _ now: Instant) throws -> Part {
    guard let listing = try catalog.listing(id) else { throw CatalogError.unknownListing(id: id, similar: []) }
    if listing.host == member { return .host }
    let zone = listing.timeZone.flatMap(Zone.init(identifier:)) ?? .utc
    let today = zone.localDateTime(at: now).date
    let isThere = try catalog.bookings(of: member).contains {
      $0.listing == id && $0.absence == nil && $0.status == .confirmed && $0.nights.from <= today
        && today <= $0.nights.to
    }
    guard isThere else { throw HomeError.notThere }
    return .guest
  }

  // MARK: Switches

  /// The switches that the host of a couch has set up; none while the couch is hidden, and none of a former host.
  package func switches(of listing: String) throws -> [HomeSwitch] {
    guard let host = try catalog.listing(listing)?.host else { return [] }
    return try file.read {
      try Row.fetchAll(
        $0, sql: "SELECT * FROM home_switch WHERE listing = ? AND host = ? ORDER BY name", arguments: [listing, host]
      )
      .map(HomeSwitch.init)
    }
  }

  package func find(_ name: String, of listing: String) throws -> HomeSwitch {
    guard let found = try switches(of: listing).first(where: { $0.name == name }) else {
      throw HomeError.unknownSwitch(name, listing: listing)
    }
    return found
  }

  /// Sets a switch up, or changes its address.
  ///
  /// - Parameter host: of the couch; the switches of a former one are removed.
  /// - Returns: whether it is new.
  package func set(
    _ name: String, of listing: String, by host: String, url: String, token: String?, keepsToken: Bool
  ) throws -> Bool {
    try file.write { db in
      try db.execute(
        sql: "DELETE FROM home_switch WHERE listing = ? AND host IS NOT ?", arguments: [listing, host])
      let known =
        try Int.fetchOne(
          db, sql: "SELECT count(*) FROM home_switch WHERE listing = ? AND name <> ?", arguments: [listing, name]) ?? 0
      guard known < Self.most else { throw HomeError.tooManySwitches(Self.most) }
      let former = try Row.fetchOne(
        db, sql: "SELECT * FROM home_switch WHERE listing = ? AND name = ?", arguments: [listing, name]
      ).map(HomeSwitch.init)
      let token = token ?? (keepsToken ? former?.token(for: url) : nil)
      try db.execute(
        sql: """
          INSERT INTO home_switch (listing, name, host, url, token, failures) VALUES (?, ?, ?, ?, ?, 0)
          ON CONFLICT (listing, name) DO UPDATE SET url = excluded.url, token = excluded.token, failures = 0
          """, arguments: [listing, name, host, url, token])
      return former == nil
    }
  }

  package func remove(_ name: String, of listing: String) throws {
    _ = try find(name, of: listing)
    try file.write {
      try $0.execute(sql: "DELETE FROM home_switch WHERE listing = ? AND name = ?", arguments: [listing, name])
    }
  }

  /// Removes the switches of a listing with their rules.
  package func removeAll(of listing: String) throws {
    try file.write { try $0.execute(sql: "DELETE FROM home_switch WHERE listing = ?", arguments: [listing]) }
  }

  /// Removes the switches of removed listings, and those of former hosts. Hidden listings retain theirs.
  package func removeLeft() throws {
    try NamePages.forEach { last, limit in
      try file.read { db in
        try String.fetchAll(
          db, sql: "SELECT DISTINCT listing FROM home_switch WHERE listing > ? ORDER BY listing LIMIT ?",
          arguments: [last, limit])
      }
    } _: { listings in
      for listing in listings { try removeLeft(of: listing) }
    }
  }

  private func removeLeft(of listing: String) throws {
    let hosts = try file.read { db in
      try String?.fetchAll(db, sql: "SELECT DISTINCT host FROM home_switch WHERE listing = ?", arguments: [listing])
    }
    for host in hosts {
      if let host, try isOffered(listing, by: host) { continue }
      try file.write {
        try $0.execute(sql: "DELETE FROM home_switch WHERE listing = ? AND host IS ?", arguments: [listing, host])
      }
    }
  }

  /// Whether a host has a listing, which may be hidden.
  private func isOffered(_ listing: String, by host: String) throws -> Bool {
    // Looked at twice: it may be restored after the first look.
    if try catalog.listing(listing)?.host == host { return true }
    if try catalog.hiddenListings(of: host).contains(where: { $0.id == listing }) { return true }
    return try catalog.listing(listing)?.host == host
  }

  /// Sends a request to a switch; the host is notified of the first of several failures.
  package func using<Value: Sendable>(
    _ found: HomeSwitch, at now: Instant, _ body: (any OutgoingRequests) async throws -> Value
  ) async throws -> Value {
    do {
      let value = try await body(client)
      if found.failures > 0 { try await threads.run { [self] in try note(found, nil, at: now) } }
      return value
    } catch let error as OutgoingError {
      try await threads.run { [self] in try note(found, "\(error)", at: now) }
      throw HomeError.switchFailed(found.name)
    }
  }

  private func note(_ found: HomeSwitch, _ failure: String?, at now: Instant) throws {
    try tellFirst(failure, "home_switch", found.listing, found.name, "switch-failed", at: now)
  }

  /// Counts a failure, or resets the count; notifies the host of the first one.
  private func tellFirst(
    _ failure: String?, _ table: String, _ listing: String, _ name: String, _ what: String, at now: Instant
  ) throws {
    let host = try catalog.listing(listing)?.host
    let isTold = try file.write { db in
      let count = failure == nil ? "0" : "failures + 1"
      try db.execute(
        sql: "UPDATE \(table) SET failures = \(count) WHERE listing = ? AND name = ?", arguments: [listing, name])
      let failures = try Int.fetchOne(
        db, sql: "SELECT failures FROM \(table) WHERE listing = ? AND name = ?", arguments: [listing, name])
      guard let failure, failures == 1, let host else { return false }
      let data = JSONObject([
        ("what", .string(what)), ("listing", .string(listing)), ("switch", .string(name)), ("reason", .string(failure)),
      ])
      try ChangeLog.add(.home, for: host, data, at: now, in: db)
      return true
    }
    if isTold, let host { changes.signals.notify([host]) }
  }

  // MARK: The weather

  package func rule(of name: String, _ listing: String) throws -> WeatherRule? {
    try file.read {
      try Row.fetchOne(
        $0, sql: "SELECT * FROM weather_rule WHERE listing = ? AND name = ?", arguments: [listing, name]
      )
      .map(WeatherRule.init)
    }
  }

  package func set(_ rule: WeatherRule) throws {
    _ = try find(rule.name, of: rule.listing)
    try file.write { db in
      try db.execute(
        sql: """
          INSERT OR REPLACE INTO weather_rule
            (listing, name, url, pointer, above, degrees, state, otherwise, checked, failures)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0)
          """,
        arguments: [
          rule.listing, rule.name, rule.url, rule.pointer, rule.isAbove, rule.degrees, rule.state.rawValue,
          rule.otherwise?.rawValue,
        ])
    }
  }

  package func removeRule(of name: String, _ listing: String) throws {
    try file.write {
      try $0.execute(sql: "DELETE FROM weather_rule WHERE listing = ? AND name = ?", arguments: [listing, name])
    }
  }

  /// Looks at the weather for the rules that were not looked at for an hour.
  ///
  /// A switch is turned when its condition starts or stops holding, and not in between: manual changes are not
  /// overruled every hour.
  package func watchWeather(at now: Instant) async throws {
    let due = try await threads.run { [self] in
      try file.look {
        // Round-robin by host: one host with many rules cannot delay the others.
        try Row.fetchAll(
          $0,
          sql: """
            SELECT r.* FROM weather_rule r CROSS JOIN home_switch s ON s.listing = r.listing AND s.name = r.name
            WHERE r.checked <= ?
            ORDER BY row_number() OVER (PARTITION BY s.host ORDER BY r.checked), r.checked LIMIT ?
            """, arguments: [now.secondsSince1970 - Self.pause, Self.mostInARound]
        ).map(WeatherRule.init)
      }
    }
    try await due.eachOfSeveral(atOnce: Self.mostAtOnce) { [self] rule in
      do { try await apply(rule, at: now) } catch let error as CancellationError { throw error } catch {
        // Such as for a removed switch: no rule delays the others.
        logger.warning(
          "a weather rule failed",
          metadata: ["listing": "\(rule.listing)", "switch": "\(rule.name)", "error": "\(error)"])
        try await threads.run { [self] in try save(rule, at: now) }
      }
    }
  }

  private func apply(_ rule: WeatherRule, at now: Instant) async throws {
    // The public point: the weather is the same there, and no other service learns where a private couch is.
    let listing = try catalog.listing(rule.listing)
    guard let place = listing?.coordinate else {
      // The couch is hidden: its rule has had its turn.
      try await threads.run { [self] in try save(rule, at: now) }
      return
    }
    var rule = rule
    do {
      let degrees = try await rule.temperature(
        latitude: place.latitude, longitude: place.longitude, for: listing?.host ?? "", by: client)
      let holds = rule.isTrue(at: degrees)
      let wanted = holds == rule.holds ? nil : holds ? rule.state : rule.holds == nil ? nil : rule.otherwise
      rule.degreesNow = degrees
      if let wanted {
        let found = try await threads.run { [self, rule] in try find(rule.name, of: rule.listing) }
        do { try await using(found, at: now) { try await found.turn(wanted, by: $0) } } catch is HomeError {
          // The host has been notified; the rule is tried again in an hour.
          try await threads.run { [self, rule] in try save(rule, at: now) }
          return
        }
      }
      rule.holds = holds
      try await threads.run { [self, rule] in
        try save(rule, at: now)
        try tellFirst(nil, "weather_rule", rule.listing, rule.name, "weather-failed", at: now)
      }
    } catch let error as OutgoingError {
      try await threads.run { [self, rule] in
        try save(rule, at: now)
        try tellFirst("\(error)", "weather_rule", rule.listing, rule.name, "weather-failed", at: now)
      }
    }
  }

  private func save(_ rule: WeatherRule, at now: Instant) throws {
    try file.write {
      try $0.execute(
        sql: "UPDATE weather_rule SET holds = ?, degrees_now = ?, checked = ? WHERE listing = ? AND name = ?",
        arguments: [rule.holds, rule.degreesNow, now.secondsSince1970, rule.listing, rule.name])
    }
  }
}
