import ArgumentParser
import CommandSupport
import Geography
import Streams
import Vicinity
import VicinityFormats

/// The lists of a member.
struct MemberLists: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Show a member's favorites, events, listings and stays, or the reviews of a listing.",
    discussion: """
      Examples:
        vicinity list favourites --member member-31 --near 48.7758,9.1829
        vicinity list today --member member-31
        vicinity list reviews stuttgart-brennglas
      """,
    subcommands: [
      Favorites.self, Today.self, Joined.self, Hosted.self, ToRate.self, Ratings.self, History.self,
      Requests.self, Stays.self, Attendees.self, ReviewsOfListing.self,
    ])

  /// How a list is read and written.
  struct Options: ParsableArguments {
    @OptionGroup var output: ReportOptions
    @OptionGroup var clock: ClockOptions
    @OptionGroup var catalog: CatalogOptions

    /// Writes a table, or a line for every row.
    func write(_ rows: [JSONValue], _ table: MemberListTable) throws {
      if output.resolved == .table {
        if rows.isEmpty { Console.say("nothing to list") } else { try Console.write(table.text) }
      } else {
        for row in rows { try Console.write(row) }
      }
    }
  }

  /// The position of the member, and how distances from it are shown.
  struct OriginOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The position of the member, for distances.", valueName: "lat,lon"))
    var near: String?

    @OptionGroup var distances: DistanceOptions

    var origin: Coordinate? { get throws { try near.map(Self.place) } }

    /// Parses latitude and longitude.
    static func place(_ near: String) throws -> Coordinate {
      let numbers = try TextForm.degrees(near, count: 2, at: "--near", example: "48.7758,9.1829")
      let coordinate = Coordinate(latitude: numbers[0], longitude: numbers[1])
      guard coordinate.isValid else {
        throw ValidationError("--near: \(near.asTyped) is not a position on the Earth; write latitude and longitude")
      }
      return coordinate
    }
  }

  struct Favorites: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "favourites",
      abstract: "Favorites: nearest first with --near, otherwise newest first.",
      usage: "vicinity list favourites --member <name> [<options>]",
      discussion: """
        Example:
          vicinity list favourites --member member-31 --near 48.7758,9.1829
        """,
      aliases: ["favorites"])
    @OptionGroup var who: MemberOptions
    @OptionGroup var place: OriginOptions
    @OptionGroup var options: Options

    func run() throws {
      let now = try options.clock.instant
      let rows = try options.catalog.open().favorites(
        of: who.member, from: try place.origin, at: now)
      try options.write(rows.map(\.json), MemberListTable(rows, at: now, units: place.distances.units))
    }
  }

  struct Today: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "today",
      abstract: "Favorite events that take place today and favorite bars that open today, in local time.",
      usage: "vicinity list today --member <name> [<options>]",
      discussion: """
        Example:
          vicinity list today --member member-31
        """)
    @OptionGroup var who: MemberOptions
    @OptionGroup var place: OriginOptions
    @OptionGroup var options: Options

    func run() throws {
      let now = try options.clock.instant
      let rows = try options.catalog.open().favoritesToday(of: who.member, from: try place.origin, at: now)
      try options.write(rows.map(\.json), MemberListTable(rows, at: now, units: place.distances.units))
    }
  }

  struct Joined: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "joined",
      abstract: "Joined events with the position on the waiting list: future ones, then past ones.",
      usage: "vicinity list joined --member <name> [<options>]",
      discussion: """
        Example:
          vicinity list joined --member member-31
        """)
    @OptionGroup var who: MemberOptions
    @OptionGroup var options: Options

    func run() throws {
      let now = try options.clock.instant
      let rows = try options.catalog.open().joinedEvents(of: who.member, at: now)
      try options.write(rows.map(\.json), MemberListTable(rows, at: now))
    }
  }

  struct Hosted: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "hosted",
      abstract: "Listings of a host with pending requests; prints the host's rating to standard error.",
      usage: "vicinity list hosted --member <name> [<options>]",
      discussion: """
        Example:
          vicinity list hosted --member host-4
        """)
    @OptionGroup var who: MemberOptions
    @OptionGroup var options: Options

    func run() throws {
      let catalog = try options.catalog.open()
      let rows = try catalog.hosted(by: who.member, at: try options.clock.instant)
      try options.write(rows.map(\.json), MemberListTable(rows))
      Console.say(try catalog.hostRating(of: who.member).text)
    }
  }

  struct ToRate: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "to-rate", abstract: "Past events that the member has not rated.",
      usage: "vicinity list to-rate --member <name> [<options>]",
      discussion: """
        Example:
          vicinity list to-rate --member member-31
        """)
    @OptionGroup var who: MemberOptions
    @OptionGroup var options: Options

    func run() throws {
      let now = try options.clock.instant
      let rows = try options.catalog.open().eventsToRate(by: who.member, at: now)
      try options.write(rows.map(\.json), MemberListTable(rows, at: now))
    }
  }

  struct Ratings: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "ratings", abstract: "Listings that a member has rated, latest first.",
      usage: "vicinity list ratings --member <name> [<options>]",
      discussion: """
        Example:
          vicinity list ratings --member member-31
        """)
    @OptionGroup var who: MemberOptions
    @OptionGroup var options: Options

    func run() throws {
      let rows = try options.catalog.open().ratings(by: who.member)
      try options.write(rows.map(\.json), MemberListTable(rows))
    }
  }

  struct History: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "history", abstract: "Places where a member has been: visits, events and stays, latest first.",
      usage: "vicinity list history --member <name> [<options>]",
      discussion: """
        Example:
          vicinity list history --member member-31 --limit 20
        """)
    @OptionGroup var who: MemberOptions

    @Option(name: .limit, help: "The maximum number of rows.")
    var limit = 100

    @OptionGroup var options: Options

    func run() throws {
      let now = try options.clock.instant
      let rows = try options.catalog.open().memberHistory(of: who.member, limit: limit, at: now)
      try options.write(rows.map(\.json), MemberListTable(rows, at: now))
    }
  }

  struct Requests: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "requests", abstract: "Unanswered requests to a host.",
      usage: "vicinity list requests --member <name> [<options>]",
      discussion: """
        Example:
          vicinity list requests --member host-4
        """)
    @OptionGroup var who: MemberOptions
    @OptionGroup var options: Options

    func run() throws {
      let rows = try options.catalog.open().requests(to: who.member)
      try options.write(rows.map(\.json), MemberListTable(rows))
    }
  }

  struct Stays: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "stays", abstract: "Bookings of a member, or all bookings; the same as mine.",
      usage: "vicinity list stays --member <name> | --all-bookings [<options>]",
      discussion: """
        Example:
          vicinity list stays --member member-31
        """)
    @OptionGroup var stays: StayList

    func run() throws { try stays.write() }
  }

  struct Attendees: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "attendees",
      abstract: "The attendees of an event, then its waiting list; with --member, as that host or attendee sees it.",
      usage: "vicinity list attendees <id> [<options>]",
      discussion: """
        Example:
          vicinity list attendees mures-jazz-la-bastion
        """)

    @Argument(help: "The id of the event.", completion: .listing)
    var id: String

    @OptionGroup var occurrence: OccurrenceOptions

    @Option(help: ArgumentHelp("The member who views the list: the host, or an attendee.", valueName: "name"))
    var member: String?

    @OptionGroup var options: Options

    func run() throws {
      let now = try options.clock.instant
      let list = try options.catalog.open().attendees(of: id, try occurrence.choice, for: member, at: now)
      try options.write(list.json, MemberListTable(list, at: now))
    }
  }

  struct ReviewsOfListing: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "reviews",
      abstract: "Reviews of a listing, newest first, after the mean and the distribution of stars.",
      usage: "vicinity list reviews <id> [<options>]",
      discussion: """
        Example:
          vicinity list reviews stuttgart-brennglas
        """)

    @Argument(help: "The id of the listing.", completion: .listing)
    var id: String

    @Option(name: .limit, help: "The maximum number of reviews.")
    var limit = 100

    @OptionGroup var options: Options

    func run() throws {
      let reviews = try options.catalog.open().reviews(of: id, limit: limit)
      try options.output.write(reviews.summary.text, or: reviews.summary.json)
      guard !reviews.reviews.isEmpty else { return }
      try options.write(reviews.reviews.map(\.json), MemberListTable(reviews.reviews))
    }
  }
}
