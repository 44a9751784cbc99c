import CivilTime
import Streams
import Vicinity

/// The body of a request for a key.
package struct KeyRequest {
  package var name: String
  package var scopes: [Scope]
  package var expires: Instant?

  private static let example = #"{"name":"importer","scopes":["import"]}"#

  package init(json: JSONValue) throws {
    let members = try QueryMembers(json, path: "", keys: ["name", "scopes", "expires"], example: Self.example)
    name = try members.required("name").queryString(at: "name", expected: "a name", example: #""importer""#)
    try TextLimit(1...200).check(name, at: "name")
    guard let words = try members.required("scopes").array, !words.isEmpty else {
      throw QueryError.wrongType(
        path: "scopes", found: "something else", expected: "a list of scopes", example: #"["import"]"#)
    }
    let known = Scope.allCases.map(\.rawValue)
    scopes = try words.enumerated().map { index, word in
      let text = try word.queryString(at: "scopes[\(index)]", expected: "a scope", example: #""import""#)
      guard let scope = Scope(rawValue: text) else {
        throw QueryError.unknownWord(text, path: "scopes[\(index)]", suggestion: nil, known: known)
      }
      return scope
    }
    if let text = try members.string("expires", expected: "an instant", example: #""2027-01-01T00:00:00Z""#) {
      guard let instant = try? Instant(parsing: text) else {
        throw QueryError.badTime(path: "expires", found: text, expected: "an instant such as 2027-01-01T00:00:00Z")
      }
      expires = instant
    }
  }
}
