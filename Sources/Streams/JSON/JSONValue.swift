/// One JSON value (RFC 8259), with exact integers and object keys in their written order.
///
/// Numbers without fraction and exponent become `int` where they fit: identifiers above 2^53 occur in real exports and
/// a `Double` would change them.
public enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number without fraction and exponent that fits.
  case int(Int64)
  /// Any other number.
  case double(Double)
  /// Text.
  case string(String)
  /// Values in order.
  case array([JSONValue])
  /// Values by key, in their written order.
  case object(JSONObject)
}

extension JSONValue {
  /// The string, if it is one.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The number, if it is one.
  public var number: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  /// The integer, if it is one that fits; `3.0` counts as 3.
  public var integer: Int? {
    switch self {
    case .int(let value): Int(exactly: value)
    case .double(let value): Int(exactly: value)
    default: nil
    }
  }

  /// The Boolean, if it is one.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The elements, if it is an array.
  public var array: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The members, if it is an object.
  public var object: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }

  /// Whether this is `null`.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The type of the value, for messages: "a string", "a number", …
  public var typeName: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .int, .double: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// The members of a JSON object in written order.
///
/// Look-up is linear: typical objects have a few dozen keys at most. The last of repeated keys wins.
public struct JSONObject: Hashable, Sendable {
  /// Key and value of every member, as written.
  public var members: [Member]

  /// One key with its value.
  public struct Member: Hashable, Sendable {
    /// The key, unescaped.
    public var key: String
    /// The value.
    public var value: JSONValue

    /// Makes a member.
    public init(key: String, value: JSONValue) { (self.key, self.value) = (key, value) }
  }

  /// Makes an object from members in order.
  public init(_ members: [(String, JSONValue)] = []) {
    self.members = members.map { Member(key: $0.0, value: $0.1) }
  }

  /// The value of `key`, nil when absent; `null` counts as present.
  public subscript(key: String) -> JSONValue? {
    get {
      for index in members.indices.reversed() where members[index].key == key { return members[index].value }
      return nil
    }
    set {
      members.removeAll { $0.key == key }
      if let newValue { members.append(Member(key: key, value: newValue)) }
    }
  }

  /// All keys in written order.
  public var keys: [String] { members.map(\.key) }
}
