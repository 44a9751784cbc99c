import ArgumentParser
import CommandSupport
import Streams
import Vicinity

/// Checks a catalog for defects.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check a catalog for defects: SQLite pages, R-tree, text index, values, references, pictures.",
    discussion: """
      Prints one defect per line, at most ten of each kind, and exits with status 1 if there are any.

      Example:
        vicinity check --catalog stuttgart.gpkg
      """)

  @OptionGroup var catalog: CatalogOptions

  func run() throws {
    let opened = try catalog.open()
    var defects = try opened.check().map { "\($0)" }
    let missing = try CatalogFiles.text(ofMissingMedia: CatalogFiles(catalog: catalog.path).missingMedia())
    let position = try opened.clusterPosition()
    if position == nil { defects += [missing].compactMap(\.self) }
    for defect in defects { try Console.write(defect) }
    guard defects.isEmpty else {
      Console.sayError("\(catalog.path) has \(defects.count.counted("defect"))")
      throw ExitStatus.failed
    }
    Console.say("\(catalog.path): no defects")
    if let (cluster, entry) = position {
      Console.say(
        "vicinity: it belongs to the cluster \(cluster), and has entry \(entry) of its log; `vicinity cluster verify` "
          + "compares it with the log.")
      if let missing { Console.say("vicinity: \(missing); the node fetches them while it is served.") }
    }
    try tellFormerPoints(of: opened)
  }

  /// Not a defect: the points are as safe as before, unless others add couches.
  private func tellFormerPoints(of catalog: Catalog) throws {
    let count = try catalog.formerPublicPoints()
    guard count > 0 else { return }
    let couches = "\(count.counted("couch", "couches")) with a private location \(count == 1 ? "has" : "have")"
    Console.say(
      "vicinity: \(couches) a public point of an earlier version. If others can add couches, run "
        + "`vicinity renew-points`; docs/privacy.md explains why.")
  }
}
