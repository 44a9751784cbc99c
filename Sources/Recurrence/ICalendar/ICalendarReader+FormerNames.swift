extension ICalendarReader {
  /// The former label of `init(parsing:)`.
  @available(*, deprecated, renamed: "init(parsing:)", message: "The former name will be removed in 0.3.")
  public init(text: String) { self.init(parsing: text) }
}
