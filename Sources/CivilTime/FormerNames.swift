extension Instant {
  /// The former name of `now`.
  @available(*, deprecated, renamed: "now", message: "The former name will be removed in 0.3.")
  public static var current: Instant { now }

  /// The former label of `init(parsing:)`.
  @available(*, deprecated, renamed: "init(parsing:)", message: "The former name will be removed in 0.3.")
  public init(iso8601 text: String) throws(TimeParseError) { try self.init(parsing: text) }
}

extension LocalDate {
  /// The former label of `init(parsing:)`.
  @available(*, deprecated, renamed: "init(parsing:)", message: "The former name will be removed in 0.3.")
  public init(iso8601 text: String) throws(TimeParseError) { try self.init(parsing: text) }
}

extension LocalDateTime {
  /// The former label of `init(parsing:)`.
  @available(*, deprecated, renamed: "init(parsing:)", message: "The former name will be removed in 0.3.")
  public init(iso8601 text: String) throws(TimeParseError) { try self.init(parsing: text) }
}
