import CivilTime

/// The free nights around a stay.
public struct FreeWindow: Hashable, Sendable {
  /// The departure of the preceding taken nights; nil when all nights before are free.
  public var from: LocalDate?
  /// The first taken night after the stay; nil when all nights after are free.
  public var until: LocalDate?
}
