/// Makes the points that everybody sees of couches that are written; belongs to one write transaction.
final class PublicPoints {
  private let statements: PreparedStatements
  private var secret: PublicPointKey?
  /// For couches that name no radius; 0 shows them where they are.
  private var usualRadius = 0.0
  private let known: Statement
  /// Whether the catalog had exact points before.
  private let hasExactPoints: Bool

  /// The radii that a listing may have, in meters.
  static let radii = 10.0...50_000.0

  init(_ statements: PreparedStatements) throws {
    self.statements = statements
    hasExactPoints = try statements.count("SELECT EXISTS (SELECT 1 FROM exact_point)") == 1
    known = try statements.statement(
      """
      SELECT l.geom, e.latitude, e.longitude, e.radius, e.address FROM listing l JOIN exact_point e USING (fid)
      WHERE l.id = ?1
      """)
    try readSecret()
  }

  private func readSecret() throws {
    let row = try statements.statement("SELECT key, radius FROM public_point")
    guard try row.step() else { return }
    defer { row.reset() }
    let stored = StoredRow(row, of: "public_point", 1)
    guard row.bytes(0).count == PublicPointKey.byteCount else { throw stored.damaged(0) }
    secret = PublicPointKey(Array(row.bytes(0)))
    usualRadius = try stored.double(1, in: StoredRange.radius) ?? 0
  }

  /// Makes a radius that of all couches which name none, from now on.
  func setUsualRadius(_ radius: Double) throws {
    _ = try key()
    try statements.run("UPDATE public_point SET radius = ?1", radius)
    usualRadius = radius
  }

  /// The secret of the catalog, drawn when it is needed for the first time.
  private func key() throws -> PublicPointKey {
    if let secret { return secret }
    let bytes = PublicPointKey.randomBytes()
    let make = try statements.statement("INSERT INTO public_point VALUES (1, ?1, ?2)")
    make.bind(1, blob: bytes)
    make.bind(2, usualRadius)
    try make.run()
    let made = PublicPointKey(bytes)
    secret = made
    return made
  }

  /// The listing as everybody may see it, with its exact point aside; as it is when its place is not private.
  ///
  /// A couch that the catalog has told before, as an export does, keeps the exact point that it has.
  func coarsened(_ listing: Listing) throws -> Listing {
    guard listing.kind == .couch, listing.exact == nil else { return listing }
    if listing.publicRadius == nil, hasExactPoints, let exact = try exactPoint(ofTold: listing) {
      return listing.hidden(behind: exact)
    }
    let radius = listing.publicRadius ?? usualRadius
    guard radius > 0 else { return listing }
    var coarse = listing.hidden(
      behind: ExactPoint(coordinate: listing.coordinate, radius: radius, address: listing.address))
    coarse.coordinate = try key().point(of: listing.id, at: listing.coordinate, radius: radius)
    return coarse
  }

  /// What the catalog knows of a couch that is imported from its own public point; nil for other ones.
  private func exactPoint(ofTold listing: Listing) throws -> ExactPoint? {
    known.bind(1, listing.id)
    guard try known.step() else { return nil }
    defer { known.reset() }
    guard GeometryBlob.decode(known.bytes(0)) == listing.coordinate else { return nil }
    return ExactPoint(
      coordinate: Coordinate(latitude: known.double(1), longitude: known.double(2)), radius: known.double(3),
      address: listing.address ?? known.string(4))
  }
}

/// Where a couch is whose place is private.
struct ExactPoint: Hashable, Sendable {
  var coordinate: Coordinate
  /// How far away the public point may lie, in meters.
  var radius: Double
  var address: String?
}

extension ExactPoint {
  static let sql = "SELECT latitude, longitude, radius, address FROM exact_point WHERE fid = ?1"

  /// The exact point of a row; nil when its place is not private.
  /// - Parameter statement: made of `sql`.
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
    (listing.exact, listing.publicRadius, listing.address) = (exact, nil, nil)
    return listing
  }
}
