import Geography

extension Area {
  /// The former label of `init(parsing:repair:)`.
  @available(*, deprecated, renamed: "init(parsing:repair:)", message: "The former name will be removed in 0.3.")
  public init(wkt text: String, repair: Bool = false) throws(AreaError) { try self.init(parsing: text, repair: repair) }
}
