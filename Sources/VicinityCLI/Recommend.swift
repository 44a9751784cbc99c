import ArgumentParser
import Foundation
import Streams
import Vicinity
import VicinityFormats

/// Recommends listings.
struct Recommend: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recommend",
    abstract: "Recommend listings that members will probably like, and say why.",
    usage: "vicinity recommend --member <name> [--member <name> ...] [--near <lat,lon> ...] [<options>]",
    discussion: """
      From favourites, ratings, attendances, bookings and visits, in this catalog and from import-signals. What a member says counts at \
      once; which listings go together is as old as the last --build. Takes the same options as near; all filters come first. For several \
      members the one who likes a listing least decides.

      Examples:
        vicinity recommend --member member-31 --near 48.7758,9.1829 --radius 2km --open
        vicinity recommend --member ana --member ben --near 48.7758,9.1829 --near 48.7849,9.1837 --why
        vicinity recommend --build
        vicinity recommend --members members.txt --limit 20 --format jsonl
      """)

  @Option(
    help: ArgumentHelp(
      "Many members, one after the other: a name, or a JSON object with \"user\" or \"member\", a line; - reads standard input. By the model alone, or, with filters, as --member would for each.",
      valueName: "file"))
  var members: String?

  @Option(
    name: .customLong("near"),
    help: ArgumentHelp(
      "Where to measure from, as the argument of near; repeat it for a group, whose distance is the longest way.",
      valueName: "lat,lon"))
  var places: [String] = []

  @Flag(help: "Work out anew which listings go together.")
  var build = false

  @OptionGroup var building: BuildOptions
  @OptionGroup var asking: Near

  private var member: [String] { asking.wishes.member }

  func validate() throws {
    if !member.isEmpty, members != nil { throw ValidationError("give either --member or --members") }
    if member.isEmpty, members == nil, !build { throw ValidationError("give --member, --members or --build") }
    if asking.order.sort != nil {
      throw ValidationError("--sort: recommend has its own order; weigh distance, price and rating with --weights")
    }
    if !places.isEmpty, !asking.place.near.isEmpty {
      throw ValidationError("give the place once, as LAT,LON or as --near")
    }
    if members != nil { try asking.output.refuseMaps() }
    if members != nil, places.count > 1 { throw ValidationError("--members: give --near once") }
  }

  func run() throws {
    if build { try building.build(try asking.catalog.open(.readWrite)) }
    if !member.isEmpty { try recommend() }
    if let members { try writeLists(members) }
  }

  /// The options with the place where it belongs.
  private var placed: Near {
    var asking = asking
    if places.count == 1 { asking.place.near = places }
    return asking
  }

  private func recommend() throws {
    try placed.answer { form in
      form["sort"] = .string("recommended")
      if places.count > 1 { form["near"] = .array(try places.map(origin)) }
    }
  }

  private func origin(_ text: String) throws -> JSONValue {
    let degrees = try Degrees.parse(text, count: 2, form: "--near LAT,LON", example: "48.7758,9.1829")
    return .object(JSONObject([("lat", .double(degrees[0])), ("lon", .double(degrees[1]))]))
  }

  private func writeLists(_ path: String) throws {
    var isPlain = true
    let query = try placed.query { form in
      isPlain = try RecommendationLists.isPlain(form)
      form["sort"] = .string("recommended")
      form["members"] = .array([.string("-")])
    }
    let members = try MemberNames.read(path: path)
    let catalog = try asking.catalog.open(.readOnly)
    let now = try asking.clock.instant
    let lists = RecommendationLists(query: query, isPlain: isPlain, catalog: catalog, now: now)
    try lists.write(for: members)
  }
}
