import ArgumentParser
import Foundation
import Vicinity

/// Recommends listings.
struct Recommend: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Recommend listings that members will probably like, and say why.",
    discussion: """
      From favourites, ratings, attendances, bookings and visits, in this catalog and from import-signals. What a member says counts at \
      once; which listings go together is as old as the last --build.

      Examples:
        vicinity recommend --member member-31
        vicinity recommend --build
        vicinity recommend --members members.txt --limit 20 --format jsonl
      """)

  @Option(help: ArgumentHelp("Who it is for, such as member-31.", valueName: "name"))
  var member: String?

  @Option(
    help: ArgumentHelp(
      "Many members: a name, or a JSON object with \"user\" or \"member\", a line; - reads standard input.",
      valueName: "file"))
  var members: String?

  @Option(help: ArgumentHelp("Where a member is of whom nothing is known.", valueName: "lat,lon"))
  var near: String?

  @Option(help: "How many listings at most.")
  var limit = 20

  @Flag(help: "Work out anew which listings go together.")
  var build = false

  @OptionGroup var building: BuildOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var catalog: CatalogOptions

  func validate() throws {
    try output.refuseMaps()
    if limit < 1 { throw ValidationError("--limit: at least 1") }
    if member != nil, members != nil { throw ValidationError("give either --member or --members") }
    if member == nil, members == nil, !build { throw ValidationError("give --member, --members or --build") }
  }

  func run() throws {
    let catalog = try catalog.open(build ? .readWrite : .readOnly)
    if build { try building.build(catalog) }
    let place = try near.map(MemberLists.OriginOptions.place)
    if let member {
      try write(try catalog.recommendations(for: member, near: place, limit: limit))
    } else if let members {
      try writeLists(for: try MemberNames.read(path: members), from: catalog, near: place)
    }
  }

  private func write(_ recommendations: [Recommendation]) throws {
    if recommendations.isEmpty { return Console.say("nothing to recommend") }
    for recommendation in recommendations {
      try Console.write(output.resolved == .table ? recommendation.text : recommendation.json.text)
    }
  }

  private func writeLists(for members: [String], from catalog: Catalog, near place: Coordinate?) throws {
    let series = catalog.recommendationSeries()
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
