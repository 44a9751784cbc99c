import ArgumentParser
import CommandSupport
import Foundation
import Streams
import Vicinity
import VicinityLab

/// Imports signals of another system into a catalog.
struct ImportSignals: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import-signals",
    abstract: "Import the members' interactions from a file, for recommendations.",
    usage: "vicinity import-signals <file> [<options>]",
    discussion: """
      The files and the affinities built from them are stored in one transaction: if it fails, nothing is changed.

      JSON Lines, where signal is favourite, rating (value: stars), attendance, booking, visit (value: count) or \
      friend; or tab-separated lines of member, listing and visits. Plain or gzip.

        {"member":"a","listing":"bar-1","signal":"visit","value":3}
        {"member":"a","listing":"bar-1","signal":"booking","at":"2026-11-27T21:00:00Z"}
        {"member":"a","signal":"friend","friend":"b"}

      Examples:
        vicinity import-signals signals.jsonl
        vicinity import-signals train.tsv.gz --pois pois.tsv.gz
      """)

  @Argument(help: ArgumentHelp("The signals; - reads standard input.", valueName: "file"), completion: .file())
  var file: String

  @Option(
    help: ArgumentHelp(
      "Import these places first, as bars: tab-separated id, latitude, longitude.", valueName: "file"),
    completion: .file())
  var pois: String?

  @Option(
    help: ArgumentHelp("Import friendships: tab-separated member, member.", valueName: "file"), completion: .file())
  var friends: String?

  @Flag(help: "Keep the affinities; `recommend --build` rebuilds them.")
  var noBuild = false

  @OptionGroup var threads: BuildOptions
  @OptionGroup var catalog: CatalogOptions

  func run() throws {
    guard pois != nil else { return try bring(into: catalog.open(.readWrite)) }
    try catalog.making(bring(into:))
  }

  private func bring(into catalog: Catalog) throws {
    let places = try pois.map { try CheckIns.listings(path: $0) } ?? []
    let files = [SignalImport(path: file)] + [friends].compactMap { $0.map { SignalImport(path: $0, form: .friends) } }
    let report = try catalog.importSignals(files, places: places, rebuildingWith: noBuild ? nil : threads.count)
    if let pois { Console.say("\(pois): \(places.count.counted("place"))") }
    let signals = report.files[0]
    Console.say("\(file): \(signals.signals.counted("signal")), \(signals.friendships.counted("friendship"))")
    if let friends { Console.say("\(friends): \(report.files[1].friendships.counted("friendship"))") }
    if let build = report.build { BuildOptions.tell(build, took: report.buildTime) }
  }
}

/// How affinities are built.
struct BuildOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The number of threads (default: one per core).", valueName: "count"))
  var threads: Count?

  func validate() throws {
    if let threads { try threads.checkThreads() }
  }

  /// The number of threads.
  var count: Int { threads?.number ?? ProcessInfo.processInfo.activeProcessorCount }

  /// Rebuilds the affinities of a catalog and prints the result.
  func build(_ catalog: Catalog) throws {
    let began = ContinuousClock.now
    let report = try catalog.buildRecommendations(threads: count)
    Self.tell(report, took: began.duration(to: .now))
  }

  /// Prints the result of a build.
  static func tell(_ report: Catalog.RecommendationReport, took: Duration) {
    let seconds = Double(took.components.seconds) + Double(took.components.attoseconds) / 1e18
    Console.say(
      "recommendations built from \(report.interactions.counted("interaction")) of "
        + "\(report.members.counted("member")) for \(report.listings.counted("listing")): "
        + "\(report.affinities.counted("affinity", "affinities")) in \((seconds * 10).rounded() / 10) s, \(ProcessMemory.peak >> 20) MB"
    )
  }
}
