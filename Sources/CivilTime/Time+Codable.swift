// Times are encoded as ISO 8601 strings in a single-value container.

extension Instant: Codable {
  /// Reads an RFC 3339 string.
  public init(from decoder: any Decoder) throws {
    self = try decoder.time { text throws(TimeParseError) in try Instant(parsing: text) }
  }

  /// Writes the UTC form.
  public func encode(to encoder: any Encoder) throws { try encoder.put(description) }
}

extension LocalDate: Codable {
  /// Reads a `YYYY-MM-DD` string.
  public init(from decoder: any Decoder) throws {
    self = try decoder.time { text throws(TimeParseError) in try LocalDate(parsing: text) }
  }

  /// Writes `YYYY-MM-DD`.
  public func encode(to encoder: any Encoder) throws { try encoder.put(description) }
}

extension LocalDateTime: Codable {
  /// Reads a `YYYY-MM-DDTHH:MM[:SS]` string.
  public init(from decoder: any Decoder) throws {
    self = try decoder.time { text throws(TimeParseError) in try LocalDateTime(parsing: text) }
  }

  /// Writes `YYYY-MM-DDTHH:MM:SS`.
  public func encode(to encoder: any Encoder) throws { try encoder.put(description) }
}

extension Decoder {
  fileprivate func time<Time>(_ parse: (String) throws(TimeParseError) -> Time) throws -> Time {
    let container = try singleValueContainer()
    let text = try container.decode(String.self)
    do {
      return try parse(text)
    } catch {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
    }
  }
}

extension Encoder {
  fileprivate func put(_ text: String) throws {
    var container = singleValueContainer()
    try container.encode(text)
  }
}
