import CodedErrors
import Streams

/// Changes of a listing: a JSON merge patch (RFC 7396) of its canonical form.
///
///     {"price": 12, "currency": "EUR", "tags": ["jazz", "live"], "url": null}
///
/// Only what is named changes; `null` removes a value. Lists are replaced as a whole. Id and kind cannot be changed.
public struct ListingPatch: Hashable, Sendable {
  /// The members to be replaced.
  public let members: JSONObject

  /// The keys that a patch can have.
  package static let keys = Field.ofListing.map(\.rawValue).filter { !fixed.contains($0) }
  private static let fixed = [Field.id.rawValue, Field.kind.rawValue]

  /// Checks the keys of a patch; its values are validated with the listing.
  ///
  /// - Parameters:
  ///   - members: the values by key.
  ///   - path: the path of the object, for errors.
  /// - Throws: `QueryError` for an object without members, an unknown key, and for `id` and `kind`.
  public init(_ members: JSONObject, path: String = "set") throws(QueryError) {
    guard !members.keys.isEmpty else { throw .missing(path: path.isEmpty ? "a value" : path, neededBy: "edit") }
    func place(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
    for key in members.keys where !Self.keys.contains(key) {
      if Self.fixed.contains(key) {
        throw .conflict("\(place(key)): it cannot be changed; remove the listing and import it anew")
      }
      throw .unknownKey(
        path: place(key), suggestion: Suggestion.nearest(to: key, among: Self.keys) ?? Field.guess(key)?.rawValue,
        known: Self.keys)
    }
    self.members = members
  }
}

extension Listing {
  /// The listing with the changes of a patch.
  /// - Throws: the first wrong value; ranges are checked by `ListingValidator`.
  func patched(by patch: ListingPatch) throws(RowRejection) -> Listing {
    let patched = JSONValue.object(try canonicalForm()).merged(with: .object(patch.members))
    var decoder = ListingDecoder(isStrict: true)
    return try decoder.listing(patched.object ?? JSONObject())
  }

  /// The fields whose values differ, in the order of the canonical form.
  func changes(to other: Listing) -> [Field] {
    let forms = [self, other].map { (try? $0.canonicalForm()) ?? JSONObject() }
    return Field.ofListing.filter { forms[0][$0.rawValue] != forms[1][$0.rawValue] }
  }

  private func canonicalForm() throws(RowRejection) -> JSONObject {
    do { return try JSONParser.parse(exactJSONText.utf8).object ?? JSONObject() } catch {
      throw .notJSON(problem: error.problem, column: error.offset + 1)
    }
  }
}
