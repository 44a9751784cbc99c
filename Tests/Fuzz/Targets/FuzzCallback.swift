/// What libFuzzer calls for each input.
public let fuzzCallback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt = { bytes, count in
  fuzzOpeningHours(UnsafeRawBufferPointer(start: bytes, count: count))
  return 0
}
