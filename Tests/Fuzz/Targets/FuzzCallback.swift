import Foundation

/// The targets by corpus folder name.
public let fuzzTargets: [String: @Sendable (UnsafeRawBufferPointer) -> Void] = [
  "opening-hours": fuzzOpeningHours, "recurrence": fuzzRecurrence,
]

/// The target named by `VICINITY_FUZZ`; opening hours by default.
public let fuzzTarget = fuzzTargets[ProcessInfo.processInfo.environment["VICINITY_FUZZ"] ?? ""] ?? fuzzOpeningHours

/// The function that libFuzzer calls for each input.
public let fuzzCallback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt = { bytes, count in
  fuzzTarget(UnsafeRawBufferPointer(start: bytes, count: count))
  return 0
}
