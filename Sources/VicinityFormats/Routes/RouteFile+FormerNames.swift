import Geography

extension RouteFile {
  /// The former name of `vertices(parsing:named:)`.
  @available(*, deprecated, renamed: "vertices(parsing:named:)", message: "The former name will be removed in 0.3.")
  public static func vertices(_ text: [UInt8], named name: String) throws(RouteFileError) -> [Coordinate] {
    try vertices(parsing: text, named: name)
  }
}
