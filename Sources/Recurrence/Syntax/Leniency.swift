/// How far from RFC 5545 a text may be.
public enum RecurrenceLeniency: Sendable {
  /// Only what the RFC allows.
  case strict
  /// Also forms that it forbids although their meaning is clear: a ";" at the end, BYWEEKNO in a rule that is not yearly, COUNT
  /// together with UNTIL, an UNTIL of another kind than the start.
  case tolerant
}
