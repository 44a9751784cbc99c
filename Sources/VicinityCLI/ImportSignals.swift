import ArgumentParser
import Foundation
import Streams
import Vicinity
import VicinityLab

/// Brings signals of another system into a catalog.
struct ImportSignals: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import-signals",
    abstract: "Bring in what members like from a file: all of it, or nothing. Recommendations follow from it.",
    discussion: """
      The files and the affinities made from them are one transaction: when this fails, nothing of it is in the catalog.

      JSON Lines such as {"member":"member-31","listing":"bar-1","signal":"visit","value":3,"at":"2026-11-27T21:00:00Z"}, where signal is \
      favourite, rating (value: stars), attendance, booking or visit (value: how many), or {"member":"a","signal":"friend","friend":"b"}; \
      or lines of member, tab, listing, tab, visits. Plain or gzip.

      Examples:
        vicinity import-signals signals.jsonl
        vicinity import-signals train.tsv.gz --pois pois.tsv.gz
      """)

  @Argument(help: ArgumentHelp("The signals; - reads standard input.", valueName: "file"))
  var file: String

  @Option(
    help: ArgumentHelp(
      "Before that, bring in these places as bars: id, tab, latitude, tab, longitude.", valueName: "file"))
  var pois: String?

  @Option(help: ArgumentHelp("Bring in who knows whom: member, tab, member.", valueName: "file"))
  var friends: String?

  @Flag(help: "Leave the affinities as they are; `recommend --build` makes them anew.")
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

/// How affinities are made.
struct BuildOptions: ParsableArguments {
  @Option(help: ArgumentHelp("How many threads work (default: one per core).", valueName: "count"))
  var threads: Count?

  func validate() throws {
    if let threads { try threads.checkThreads() }
  }

  /// How many threads work.
  var count: Int { threads?.number ?? ProcessInfo.processInfo.activeProcessorCount }

  /// Makes the affinities of a catalog anew, and says so.
  func build(_ catalog: Catalog) throws {
    let began = ContinuousClock.now
    let report = try catalog.buildRecommendations(threads: count)
    Self.tell(report, took: began.duration(to: .now))
  }

  /// Says what a build has made.
  static func tell(_ report: Catalog.RecommendationReport, took: Duration) {
    let seconds = Double(took.components.seconds) + Double(took.components.attoseconds) / 1e18
    Console.say(
      "recommendations built from \(report.likings.counted("liking")) of "
        + "\(report.members.counted("member")) for \(report.listings.counted("listing")): "
        + "\(report.affinities.counted("affinity", "affinities")) in \((seconds * 10).rounded() / 10) s, \(ProcessMemory.peak >> 20) MB"
    )
  }
}
