import Foundation

/// The targets by the name of their folder in the corpus.
public let fuzzTargets: [String: @Sendable (UnsafeRawBufferPointer) -> Void] = [
  "opening-hours": fuzzOpeningHours, "recurrence": fuzzRecurrence,
]

/// The target that `VICINITY_FUZZ` names; opening hours without it.
public let fuzzTarget = fuzzTargets[ProcessInfo.processInfo.environment["VICINITY_FUZZ"] ?? ""] ?? fuzzOpeningHours

/// What libFuzzer calls for each input.
public let fuzzCallback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt = { bytes, count in
  fuzzTarget(UnsafeRawBufferPointer(start: bytes, count: count))
  return 0
}
