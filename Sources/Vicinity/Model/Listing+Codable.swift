import Streams

extension Listing {
  /// The canonical JSON object, with the keys in their fixed order: ``jsonText`` as a value.
  public var json: JSONValue {
    var writer = JSONWriter(reservingCapacity: 512)
    write(to: &writer)
    return writer.writtenValue
  }

  /// Reads a listing from its canonical JSON object (`docs/listings.md`); unknown keys become values of ``own``.
  ///
  /// An import keeps a listing without a wrong value that it can do without; here every wrong value is an error.
  /// - Throws: `RowRejection` with the key and what it should have.
  public init(json: JSONValue) throws(RowRejection) {
    guard let object = json.object else { throw .notAnObject(found: json.typeName) }
    var decoder = ListingDecoder(isStrict: true)
    let listing = try decoder.listing(object)
    var validator = ListingValidator()
    try validator.validate(listing)
    self = listing
  }

  /// Parses a listing from one canonical JSON object in UTF-8; see ``init(json:)``.
  ///
  /// - Throws: `RowRejection` with the key and what it should have.
  public init(parsing text: some Sequence<UInt8>) throws(RowRejection) {
    let value: JSONValue
    do { value = try JSONValue(parsing: text) } catch {
      throw .notJSON(problem: error.problem, column: error.offset + 1)
    }
    try self.init(json: value)
  }

  /// Parses a listing from one canonical JSON object; see ``init(json:)``.
  ///
  /// - Throws: `RowRejection` with the key and what it should have.
  public init(parsing text: String) throws(RowRejection) { try self.init(parsing: text.utf8) }
}

extension Listing: Codable {
  /// Decodes the canonical JSON form; a `RowRejection` becomes the underlying error of a `DecodingError`.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value { json throws(RowRejection) in try Listing(json: json) }
  }

  /// Encodes the canonical JSON form: coordinates with at most 7 decimals (11 mm), absent values left out.
  ///
  /// `JSONEncoder` writes the keys in another order, unless it sorts them, and refuses custom fields whose numbers are
  /// not finite.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
