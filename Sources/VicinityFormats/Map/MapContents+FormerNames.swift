extension MapContents {
  /// The former label of `init(parsing:)`.
  @available(*, deprecated, renamed: "init(parsing:)", message: "The former name will be removed in 0.3.")
  public init(geoJSON text: some Sequence<UInt8>) throws(MapError) { try self.init(parsing: text) }
}
