/// A column of a table, or a constant of the column map.
public struct ImportColumn: Hashable, Sendable {
  /// The name in the header, the number of a column without one, or `=` with the constant.
  public var name: String
  /// The field that it is read as; nil for a column that is not read.
  public var field: String?
}
