import Geography

/// Derives the public points of couches that are written; belongs to one write transaction, or to a preview.
package final class PublicPoints {
  private let statements: any StatementSource
  private let isPreview: Bool
  private var secret: PublicPointKey?
  /// For couches without a radius; 0 shows them at their exact place.
  private var usualRadius = 0.0
  private let known: Statement
  /// Whether the catalog had exact points before.
  private let hasExactPoints: Bool

  /// - Parameter isPreview: whether nothing is written; without a secret in the catalog, the points are any.
  init(_ statements: any StatementSource, isPreview: Bool = false) throws {
    (self.statements, self.isPreview) = (statements, isPreview)
    hasExactPoints = try statements.count("SELECT EXISTS (SELECT 1 FROM exact_point)") == 1
    known = try statements.statement(
      """
      SELECT l.geom, e.latitude, e.longitude, e.radius, e.address, d.host, l.fid FROM listing l JOIN exact_point e USING (fid)
        LEFT JOIN listing_detail d USING (fid)
      WHERE l.id = ?1
      """)
    try readSecret()
  }

  private func readSecret() throws {
    guard let row = try PublicPointKey.read(from: statements) else { return }
    (secret, usualRadius) = row
  }

  /// Sets the radius of all couches without one, from now on.
  func setUsualRadius(_ radius: Double) throws {
    _ = try key()
    if !isPreview { try statements.run("UPDATE public_point SET radius = ?1", radius) }
    usualRadius = radius
  }

  /// The secret of the catalog, drawn on first use.
  private func key() throws -> PublicPointKey {
    if let secret { return secret }
    let bytes = PublicPointKey.randomBytes()
    if !isPreview {
      let make = try statements.statement("INSERT INTO public_point VALUES (1, ?1, ?2)")
      make.bind(1, blob: bytes)
      make.bind(2, usualRadius)
      try make.run()
    }
    let made = PublicPointKey(bytes)
    secret = made
    return made
  }

  /// Whether a listing, in the form of its source, gets a public point of its own.
  func hides(_ listing: Listing) -> Bool {
    listing.kind == .couch && (listing.publicRadiusMeters ?? usualRadius) > 0
  }

  /// The public form of a listing, with its exact point set aside; unchanged if its location is not private.
  ///
  /// A couch in a form that this catalog returned, in an export for instance, keeps its stored exact point. One that
  /// has not moved keeps its public point, by whatever rule it was derived: a second one would reveal more.
  func coarsened(_ listing: Listing) throws -> Listing {
    guard listing.kind == .couch, listing.exact == nil else { return listing }
    let known = hasExactPoints ? try knownCouch(listing.id) : nil
    if listing.publicRadiusMeters == nil, let known, known.isReturned(listing) {
      var exact = known.exact
      exact.address = listing.address ?? exact.address
      return listing.hidden(behind: exact)
    }
    let radius = listing.publicRadiusMeters ?? usualRadius
    guard radius > 0 else { return listing }
    let exact = ExactPoint(coordinate: listing.coordinate, radius: radius, address: listing.address)
    var coarse = listing.hidden(behind: exact)
    if let known, known.isAt(exact, host: listing.host) {
      coarse.coordinate = known.seen
    } else {
      coarse.coordinate = try key().point(of: listing.id, host: listing.host, at: exact.coordinate, radius: radius)
    }
    return coarse
  }

  /// The stored data of a couch with a private location; nil for others.
  private func knownCouch(_ id: String) throws -> KnownCouch? {
    known.bind(1, id)
    guard try known.step() else { return nil }
    defer { known.reset() }
    let row = StoredRow(known, of: "exact_point", known.int(6))
    guard let radius = try row.double(3, in: StoredRange.radius) else { throw row.damaged(3) }
    let exact = ExactPoint(coordinate: try row.coordinate(1, 2), radius: radius, address: known.string(4))
    return KnownCouch(seen: try row.coordinate(0), exact: exact, host: known.string(5))
  }
}

/// A stored couch with a private location.
private struct KnownCouch {
  let seen: Coordinate
  let exact: ExactPoint
  let host: String?

  /// Whether a listing is this couch as returned by the catalog. With another host it is a different couch with the
  /// same id at the public point: otherwise the new host would be shown the exact place.
  func isReturned(_ listing: Listing) -> Bool {
    listing.coordinate == seen && (listing.host == nil || listing.host == host)
  }

  /// Whether this is the same host's couch at the same location, so that it can keep its public point.
  func isAt(_ place: ExactPoint, host: String?) -> Bool {
    exact.coordinate == place.coordinate && exact.radius == place.radius && self.host == host
      && Metric.wgs84.meters(from: seen, to: exact.coordinate) <= exact.radius
  }
}

extension ExactPoint {
  static let sql = "SELECT latitude, longitude, radius, address FROM exact_point WHERE fid = ?1"

  /// The exact point of a row; nil when its location is not private.
  /// - Parameter statement: prepared from `sql`.
  static func read(_ fid: Int, with statement: Statement) throws -> ExactPoint? {
    statement.bind(1, Int64(fid))
    guard try statement.step() else { return nil }
    defer { statement.reset() }
    let row = StoredRow(statement, of: "exact_point", fid)
    guard let radius = try row.double(2, in: StoredRange.radius) else { throw row.damaged(2) }
    return ExactPoint(coordinate: try row.coordinate(0, 1), radius: radius, address: statement.string(3))
  }
}

extension Listing {
  fileprivate func hidden(behind exact: ExactPoint) -> Listing {
    var listing = self
    (listing.exact, listing.publicRadiusMeters, listing.address) = (exact, nil, nil)
    return listing
  }
}
