/// How far a text may deviate from RFC 5545.
public enum RecurrenceLeniency: Sendable {
  /// Only texts that the RFC allows.
  case strict
  /// Also forms that it forbids although they are unambiguous: a ";" at the end, BYWEEKNO in a rule that is not yearly,
  /// COUNT together with UNTIL, an UNTIL of another kind than the start.
  case tolerant
}
