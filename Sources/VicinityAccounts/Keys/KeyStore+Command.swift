import CivilTime
import Streams

extension KeyStore {
  /// Makes a key, as `POST /v1/keys` does.
  ///
  /// - Parameters:
  ///   - name: the purpose, 1 to 200 characters.
  ///   - scopes: the permissions: `search`, `batch`, `import`, `members:act-as`, `admin`.
  ///   - expires: when it ends, as ISO 8601; nil for never.
  ///   - now: the current time.
  /// - Returns: the text of the key, which is stored nowhere.
  /// - Throws: `QueryError` for a bad name, scope or time; errors of the file.
  public func addKey(named name: String, scopes: [String], expires: String?, at now: Instant) throws -> String {
    var form = JSONObject([("name", .string(name)), ("scopes", .array(scopes.map { .string($0) }))])
    form["expires"] = expires.map { .string($0) }
    let request = try KeyRequest(json: .object(form))
    return try add(name: request.name, scopes: request.scopes, expires: request.expires, at: now).secret
  }

  /// The scopes that keys can have.
  public static let scopes = Scope.allCases.map(\.rawValue)

  /// The keys as JSON objects, without their text, oldest first.
  /// - Throws: errors of the file.
  public func list() throws -> [JSONValue] { try all().map(\.json) }

  /// Removes a key.
  /// - Returns: whether there was one with this id.
  /// - Throws: errors of the file.
  public func removeKey(_ id: String) throws -> Bool { try remove(id) }
}
