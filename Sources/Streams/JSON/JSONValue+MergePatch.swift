extension JSONValue {
  /// The value after a JSON merge patch (RFC 7396): members of objects are replaced, and those that are `null` in the
  /// patch are removed.
  package func merged(with patch: JSONValue) -> JSONValue {
    guard let changes = patch.object else { return patch }
    var object = object ?? JSONObject()
    for member in changes.members {
      object[member.key] = member.value.isNull ? nil : (object[member.key] ?? .null).merged(with: member.value)
    }
    return .object(object)
  }
}
