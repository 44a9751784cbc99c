import ArgumentParser
import Vicinity

/// The memory limit of a command that answers many queries.
package struct MemoryOptions: ParsableArguments {
  package init() {}

  @Option(
    help: ArgumentHelp(
      "The size of the index cache in megabytes (default: 1024, for about eight million listings).",
      valueName: "MB"))
  package var memory: Count?

  /// Bytes.
  package var limit: Int { memory.map { $0.number << 20 } ?? Catalog.defaultMemoryLimit }

  package func validate() throws {
    if let memory, !(1...(1 << 24)).contains(memory.number) {
      throw ValidationError("--memory must be a number of megabytes from 1 to \(1 << 24)")
    }
  }
}
