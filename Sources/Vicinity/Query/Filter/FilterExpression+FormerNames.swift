extension FilterExpression {
  /// The former label of `init(parsing:)`.
  @available(*, deprecated, renamed: "init(parsing:)", message: "The former name will be removed in 0.3.")
  public init(cql2 text: String) throws(QueryError) { try self.init(parsing: text) }
}
