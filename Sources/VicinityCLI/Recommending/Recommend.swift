import ArgumentParser
import Foundation
import Streams
import Vicinity
import VicinityFormats

/// Recommends listings.
struct Recommend: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recommend",
    abstract: "Recommend listings that members will probably like, with reasons.",
    usage: "vicinity recommend --member <name> ... [--near <lat,lon> ...] [<options>]",
    discussion: """
      Based on favorites, ratings, attendances, bookings and visits, in this catalog and from import-signals. New \
      interactions count immediately; the affinities between listings are as old as the last --build. Takes the same \
      options as near; filters apply first. For several members the lowest score decides.

      --help-all lists all options, such as --weights, --diversity and --why.

      Examples:
        vicinity recommend --member member-31 --near 48.7758,9.1829 --radius 2km \\
          --open
        vicinity recommend --member ana --member ben --near 48.7758,9.1829 \\
          --near 48.7849,9.1837 --why
        vicinity recommend --build
        vicinity recommend --members members.txt --limit 20 --format jsonl
      """)

  @Option(
    help: ArgumentHelp(
      """
      Recommend for many members: one name, or JSON object with "user" or "member", per line; - reads standard \
      input. Each gets the list that --member gives.
      """,
      valueName: "file"), completion: .file())
  var members: String?

  @Option(
    name: .customLong("near"),
    help: ArgumentHelp(
      "The origin, as the argument of near; repeat it for a group, whose distance is the longest one.",
      valueName: "lat,lon"))
  var places: [String] = []

  @Flag(help: "Rebuild the affinities between listings.")
  var build = false

  @OptionGroup var building: BuildOptions
  @OptionGroup var asking: Near

  private var member: [String] { asking.wishes.texts["member"] ?? [] }

  func validate() throws {
    if !member.isEmpty, members != nil { throw ValidationError("give either --member or --members") }
    if member.isEmpty, members == nil, !build {
      throw ValidationError(
        "name the member, such as --member ana; --members recommends for many, --build prepares the catalog")
    }
    if asking.order["sort"] != nil {
      throw ValidationError("--sort: recommend has its own order; weigh distance, price and rating with --weights")
    }
    if !places.isEmpty, !asking.place.words.isEmpty {
      throw ValidationError("give the place once, as LAT,LON or as --near")
    }
    if members != nil, let format = asking.output.format, format != .jsonl {
      throw ValidationError("--format: --members writes jsonl, not \(format.rawValue)")
    }
    if members != nil, places.count > 1 { throw ValidationError("--members: give --near once") }
  }

  func run() throws {
    if build { try building.build(try asking.catalog.open(.readWrite)) }
    if !member.isEmpty { try recommend() }
    if let members { try writeLists(members) }
  }

  /// The options with the place moved to the query.
  private var placed: Near {
    var asking = asking
    if places.count == 1 { asking.place.words = places }
    return asking
  }

  private func recommend() throws {
    try placed.answer { form in
      form["sort"] = .string("recommended")
      if places.count > 1 { form["near"] = .array(try places.map { try TextForm.coordinate($0, at: "--near") }) }
    }
  }

  private func writeLists(_ path: String) throws {
    let query = try placed.query { form in
      try RecommendationLists.check(form)
      form["sort"] = .string("recommended")
      form["members"] = .array([.string("-")])
    }
    let members = try MemberNames.read(path: path)
    let catalog = try asking.catalog.open(.readOnly)
    let now = try asking.clock.instant
    let lists = RecommendationLists(query: query, catalog: catalog, now: now)
    try lists.write(for: members)
  }
}
