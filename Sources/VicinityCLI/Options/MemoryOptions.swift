import ArgumentParser
import Vicinity

/// The memory limit of a command that answers many queries.
struct MemoryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The size of the index cache in megabytes (default: 1024, for some eight million listings).",
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
