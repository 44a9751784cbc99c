import ArgumentParser
import Vicinity

/// Looks for faults in a catalog.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Look for faults: SQLite pages, R-tree, text index, values, references, GeoPackage rules.",
    discussion: "Prints one fault per line, ten of a kind at most, and ends with status 1 when there are any.")

  @OptionGroup var catalog: CatalogOptions

  func run() throws {
    let faults = try catalog.open().check()
    for fault in faults { try Console.write("\(fault)") }
    guard faults.isEmpty else {
      Console.say("vicinity: \(catalog.path) has \(faults.count.counted("fault"))")
      throw ExitStatus.failed
    }
    Console.say("\(catalog.path): no faults")
  }
}
