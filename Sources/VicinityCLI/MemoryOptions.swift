import ArgumentParser
import Vicinity

/// How much memory a command that answers many queries takes.
struct MemoryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Megabytes that the index may take; when it is full, it is loaded anew (default: 1024, for some eight million listings).",
      valueName: "MB"))
  var memory: Count?

  /// Bytes.
  var limit: Int { memory.map { $0.number << 20 } ?? Catalog.defaultMemoryLimit }

  func validate() throws {
    if let memory, !(1...(1 << 24)).contains(memory.number) {
      throw ValidationError("--memory must be a number of megabytes from 1 to \(1 << 24)")
    }
  }
}
