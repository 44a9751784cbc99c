import CivilTime

/// The free nights around a stay.
public struct FreeWindow: Hashable, Sendable {
  /// The day of departure of the nights taken before it; nil when all nights before are free.
  public var from: LocalDate?
  /// The first night taken after it; nil when all nights after are free.
  public var until: LocalDate?
}
