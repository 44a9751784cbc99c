import ArgumentParser
import Streams
import Vicinity

/// Looks for faults in a catalog.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Look for faults: SQLite pages, R-tree, text index, values, references, GeoPackage rules.",
    discussion: "Prints one fault per line, ten of a kind at most, and ends with status 1 when there are any.")

  @OptionGroup var catalog: CatalogOptions

  func run() throws {
    let opened = try catalog.open()
    let faults = try opened.check()
    for fault in faults { try Console.write("\(fault)") }
    guard faults.isEmpty else {
      Console.say("vicinity: \(catalog.path) has \(faults.count.counted("fault"))")
      throw ExitStatus.failed
    }
    Console.say("\(catalog.path): no faults")
    try tellFormerPoints(of: opened)
  }

  /// Not a fault: the points are as good as before, as long as nobody else brings in couches.
  private func tellFormerPoints(of catalog: Catalog) throws {
    let count = try catalog.formerPublicPoints()
    guard count > 0 else { return }
    Console.say(
      "vicinity: \(count.counted("couch", "couches")) with a private place \(count == 1 ? "has" : "have") a public point of an earlier version. Where "
        + "others may bring in couches, run `vicinity renew-points`; docs/privacy.md tells why.")
  }
}
