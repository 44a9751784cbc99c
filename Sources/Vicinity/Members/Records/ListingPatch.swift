import CodedErrors
import Streams

/// Changes of a listing: a JSON merge patch (RFC 7396) of its canonical form.
///
///     {"price": 12, "currency": "EUR", "tags": ["jazz", "live"], "url": null}
///
/// Only the named values change; `null` removes a value. Lists are replaced as a whole. Id and kind cannot be changed.
public struct ListingPatch: Hashable, Sendable {
  /// The members to be replaced.
  public private(set) var members: JSONObject
  /// The path of the object, for errors.
  private let path: String

  /// The keys that a patch can have.
  package static let keys = Field.ofListing.filter { $0 != .own }.map(\.rawValue).filter { !fixed.contains($0) }
  private static let fixed = [Field.id.rawValue, Field.kind.rawValue]

  /// Checks the keys of a patch; its values are validated with the listing, and keys that only some listings have
  /// with the catalog.
  ///
  /// - Parameters:
  ///   - members: the values by key.
  ///   - path: the path of the object, for errors.
  /// - Throws: `QueryError` for an object without members, a key of the wrong form, and for `id` and `kind`.
  public init(_ members: JSONObject, path: String = "set") throws(QueryError) {
    guard !members.keys.isEmpty else { throw .missing(path: path.isEmpty ? "a value" : path, neededBy: "edit") }
    (self.members, self.path) = (members, path)
    for key in members.keys where !Self.keys.contains(key) {
      if Self.fixed.contains(key) {
        throw .conflict("\(place(of: key)): it cannot be changed; remove the listing and import it again")
      }
      guard OwnField.isName(key) else { throw unknown(key, own: []) }
    }
  }

  private func place(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  private func unknown(_ key: String, own: [String]) -> QueryError { Self.unknown(key, at: place(of: key), own: own) }

  fileprivate static func unknown(_ key: String, at path: String, own: [String]) -> QueryError {
    let known = keys + own
    return .unknownKey(
      path: path, suggestion: Suggestion.nearest(to: key, among: known) ?? Field.guess(key)?.rawValue, known: known)
  }

  /// Refuses keys of a whole listing that are most likely mistyped: a key about the privacy of a location must not
  /// become an unused custom field.
  ///
  /// - Parameters:
  ///   - form: the listing.
  ///   - own: the names of declared fields, and the keys that the listing has already.
  ///   - isStrict: whether all other keys are refused, too.
  /// - Throws: `QueryError.unknownKey`.
  package static func checkKeys(of form: JSONObject, own: [String], isStrict: Bool) throws(QueryError) {
    for key in form.keys where !keys.contains(key) && !fixed.contains(key) && !own.contains(key) {
      let error = unknown(key, at: key, own: own)
      if case .unknownKey(_, .some, _) = error { throw error }
      if isStrict { throw error }
    }
  }

  /// The patch for a listing of a catalog: text is read as the type of a declared field.
  ///
  /// - Throws: `QueryError` for a key that is neither declared nor in the listing, and for a value of another type.
  func resolved(for listing: Listing, _ fields: [OwnField]) throws(QueryError) -> ListingPatch {
    var resolved = self
    for (key, value) in members.members.map({ ($0.key, $0.value) }) where !Self.keys.contains(key) {
      guard let field = fields.first(where: { $0.name == key }) else {
        guard listing.own[key] != nil else { throw unknown(key, own: fields.map(\.name)) }
        continue
      }
      if value.isNull { continue }
      let read = value.string.flatMap(field.type.json) ?? value
      guard field.type.holds(read) else {
        throw .wrongType(
          path: place(of: key), found: value.text.shortened, expected: "a value of the type \(field.type.rawValue)",
          example: field.type.example)
      }
      resolved.members[key] = read
    }
    return resolved
  }
}

extension OwnField.ValueType {
  /// A value in JSON, for messages.
  fileprivate var example: String {
    switch self {
    case .text: #""jazz""#
    case .number: "12.5"
    case .boolean: "true"
    case .date: #""2026-11-27""#
    case .list: #"["jazz","live"]"#
    }
  }
}

extension Listing {
  /// The listing with the changes of a patch. A category that the tags have named follows them.
  /// - Throws: the first wrong value; ranges are checked by `ListingValidator`.
  func patched(by patch: ListingPatch) throws(RowRejection) -> Listing {
    let patched = JSONValue.object(try canonicalForm()).merged(with: .object(patch.members))
    var decoder = ListingDecoder(isStrict: true)
    var listing = try decoder.listing(patched.object ?? JSONObject())
    let isNamedByTags = category == ListingCategory.named(by: tags, of: kind)
    if patch.members[Field.category.rawValue] == nil, isNamedByTags { listing.category = nil }
    try listing.checkRegion(after: self)
    return listing
  }

  /// The keys whose values differ, in the order of the canonical form.
  func changes(to other: Listing) -> [String] {
    let forms = [self, other].map { (try? $0.canonicalForm()) ?? JSONObject() }
    let own = Set(self.own.keys).union(other.own.keys).sorted()
    return (Field.ofListing.filter { $0 != .own }.map(\.rawValue) + own).filter { forms[0][$0] != forms[1][$0] }
  }

  private func canonicalForm() throws(RowRejection) -> JSONObject {
    do { return try JSONParser.parse(exactJSONText.utf8).object ?? JSONObject() } catch {
      throw .notJSON(problem: error.problem, column: error.offset + 1)
    }
  }
}
