import Streams
import Vicinity

extension Exchange {
  /// The body as an object of JSON, read on a thread when it is long.
  ///
  /// - Parameter example: one that would be right, for the message.
  /// - Throws: `QueryError` for anything else.
  func jsonObject(example: String) async throws -> JSONObject {
    try await onThreadIfLong {
      let form = try json()
      guard let object = form.object else {
        throw QueryError.wrongType(path: "", found: form.typeName, expected: "an object", example: example)
      }
      return object
    }
  }
}
