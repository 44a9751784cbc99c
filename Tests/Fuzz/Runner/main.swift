import Foundation
import FuzzTargets

// Under libFuzzer (built with -D FUZZ and -sanitize=fuzzer) this searches for crashing inputs; otherwise it runs each
// file passed as an argument once.
#if FUZZ
  @_silgen_name("LLVMFuzzerRunDriver")
  func runFuzzer(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ target: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
  ) -> CInt

  var count = CommandLine.argc
  var arguments = CommandLine.unsafeArgv
  exit(runFuzzer(&count, &arguments, fuzzCallback))
#else
  for path in CommandLine.arguments.dropFirst() {
    guard let data = FileManager.default.contents(atPath: path) else {
      FileHandle.standardError.write(Data("cannot read \(path)\n".utf8))
      exit(1)
    }
    data.withUnsafeBytes(fuzzTarget)
  }
#endif
