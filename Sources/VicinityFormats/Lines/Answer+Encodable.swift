import Streams
import Vicinity

extension Answer: Encodable {
  /// The answer as one JSON object: the line that a batch writes for it, and what a server sends (`docs/queries.md`).
  ///
  /// A match has the fields that the query requested.
  public var json: JSONValue {
    var line = AnswerLines()
    line.begin(self)
    for match in matches { line.add(match, to: self) }
    line.end(self, relaxations: relaxations)
    return line.json.writtenValue
  }

  /// Encodes the JSON form. It cannot be decoded as an `Answer`, which also has the plan of its query; `JSONValue` and
  /// the `ServerAnswer` of `VicinityClient` read it.
  ///
  /// `JSONEncoder` writes the keys in another order, unless it sorts them.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
