/// Any JSON through `Codable`.
///
/// The encoders and decoders of Foundation keep integers of 64 bits exact, but not the order of keys, and do not
/// distinguish 3.0 from 3: a whole `double` becomes an `int`. `JSONEncoder` throws for a number that is not finite.
extension JSONValue: Codable {
  /// Decodes any value; the keys of an object are in the order that the decoder gives them.
  public init(from decoder: any Decoder) throws {
    if let keyed = try? decoder.container(keyedBy: AnyKey.self) {
      self = .object(try JSONObject(keyed))
    } else if var list = try? decoder.unkeyedContainer() {
      var elements: [JSONValue] = []
      while !list.isAtEnd { elements.append(try list.decode(JSONValue.self)) }
      self = .array(elements)
    } else {
      self = try Self.scalar(of: try decoder.singleValueContainer())
    }
  }

  /// Encodes the value as the encoder's native types.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let object): try object.encode(to: encoder)
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    default: try encodeScalar(to: encoder)
    }
  }

  private func encodeScalar(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    default: try container.encodeNil()
    }
  }

  // The type of a value shows only by which attempt to decode it succeeds.
  private static func scalar(of container: any SingleValueDecodingContainer) throws -> JSONValue {
    if container.decodeNil() { return .null }
    if let value = try? container.decode(Bool.self) { return .bool(value) }
    if let value = try? container.decode(Int64.self) { return .int(value) }
    if let value = try? container.decode(Double.self) { return .double(value) }
    return .string(try container.decode(String.self))
  }
}

extension Decoder {
  /// Decodes a value by its JSON form; an error of reading becomes the underlying error of a `DecodingError`.
  ///
  /// - Parameter read: makes the value of its JSON form.
  package func value<Value, Failure: Error & CustomStringConvertible>(
    reading read: (JSONValue) throws(Failure) -> Value
  ) throws -> Value {
    let json = try JSONValue(from: self)
    do {
      return try read(json)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: codingPath, debugDescription: error.description, underlyingError: error))
    }
  }
}

extension JSONObject: Codable {
  /// Decodes an object; see ``JSONValue/init(from:)``.
  public init(from decoder: any Decoder) throws { try self.init(decoder.container(keyedBy: AnyKey.self)) }

  /// Encodes the members; for a repeated key, only the last one.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    for member in members { try container.encode(member.value, forKey: AnyKey(stringValue: member.key)) }
  }

  fileprivate init(_ container: KeyedDecodingContainer<AnyKey>) throws {
    self.init()
    for key in container.allKeys {
      members.append(Member(key: key.stringValue, value: try container.decode(JSONValue.self, forKey: key)))
    }
  }
}

private struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
