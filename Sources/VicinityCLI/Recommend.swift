import ArgumentParser
import Foundation
import Vicinity

/// Recommends listings.
struct Recommend: ParsableCommand {
  static let configuration = CommandConfiguration(
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
      "Many members, one after the other: a name, or a JSON object with \"user\" or \"member\", a line; - reads standard input. By the model alone, without filters.",
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

  private var member: [String] { asking.query.wishes.member }

  func validate() throws {
    if !member.isEmpty, members != nil { throw ValidationError("give either --member or --members") }
    if member.isEmpty, members == nil, !build { throw ValidationError("give --member, --members or --build") }
    if asking.query.order.sort != nil {
      throw ValidationError("--sort: recommend has its own order; weigh distance, price and rating with --weights")
    }
    if !places.isEmpty, !asking.query.place.near.isEmpty {
      throw ValidationError("give the place once, as LAT,LON or as --near")
    }
    if members != nil { try asking.output.refuseMaps() }
  }

  func run() throws {
    if build { try building.build(try asking.catalog.open(.readWrite)) }
    if !member.isEmpty { try recommend() }
    if let members { try writeLists(for: try MemberNames.read(path: members)) }
  }

  private func recommend() throws {
    var asking = asking
    if places.count == 1 { asking.query.place.near = places }
    try asking.answer { form in
      form["sort"] = .string("recommended")
      if places.count > 1 { form["near"] = .array(try places.map(origin)) }
    }
  }

  private func origin(_ text: String) throws -> JSONValue {
    let degrees = try Degrees.parse(text, count: 2, form: "--near LAT,LON", example: "48.7758,9.1829")
    return .object(JSONObject([("lat", .double(degrees[0])), ("lon", .double(degrees[1]))]))
  }

  private func writeLists(for members: [String]) throws {
    let place = try (places.first ?? asking.query.place.near.first).map(MemberLists.OriginOptions.place)
    guard let limit = Int(asking.query.order.limit ?? "20"), limit > 0 else {
      throw ValidationError("--limit: at least 1")
    }
    let series = try asking.catalog.open(.readOnly).recommendationSeries()
    for member in members {
      let began = ContinuousClock.now
      let found = try series.recommendations(for: member, near: place, limit: limit)
      let took = began.duration(to: .now).components
      let nanoseconds = UInt64(took.seconds) * 1_000_000_000 + UInt64(took.attoseconds / 1_000_000_000)
      let list = Evaluation.List(member: member, places: found.map(\.listing), duration: nanoseconds)
      try Console.write(list.json.text)
    }
  }
}
