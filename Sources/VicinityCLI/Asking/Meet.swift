import ArgumentParser
import CommandSupport
import Streams
import Vicinity

/// Answers one query for several people.
struct Meet: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "meet",
    abstract: "List places where several people can meet, close to all of them.",
    usage: "vicinity meet <lat,lon> <lat,lon> ... [--by <worst|sum>] [<options>]",
    discussion: """
      The distance of a listing is the longest of the distances (--by worst), or their sum (--by sum). \
      Takes the same options as near; --radius limits this distance, --cap the distance of each person. \
      \(FilterParts.statusNote)

      --help-all lists all options.

      Examples:
        vicinity meet Stuttgart Esslingen --open
        vicinity meet 48.7758,9.1829 48.7849,9.1837 --open
        vicinity meet 48.7758,9.1829 48.7849,9.1837 48.7684,9.1578 --by sum \\
          --cap 2km --kind bar
      """)

  @Option(help: ArgumentHelp("The distance to order by: worst or sum.", valueName: "worst|sum"))
  var by: String?

  @Option(help: ArgumentHelp("The maximum distance for each person: 500m, 2km, 1mi, or meters.", valueName: "distance"))
  var cap: String?

  @OptionGroup var near: Near

  func run() throws {
    var near = near
    let origins = try near.place.takeOrigins(in: near.catalog)
    var group = JSONObject()
    group["by"] = by.map { .string($0) }
    group["max"] = try cap.map { .double(try TextForm.meters($0, at: "--cap")) }
    try near.answer { form in
      form["near"] = .array(origins)
      if !group.members.isEmpty { form["group"] = .object(group) }
    }
  }
}

extension PartOptions<PlaceParts> {
  /// Removes the places from the options, each as the JSON form of an origin.
  fileprivate mutating func takeOrigins(in catalog: CatalogOptions) throws -> [JSONValue] {
    guard !words.isEmpty else {
      throw ValidationError("Where is each person? Give the LAT,LON of each, such as 48.7758,9.1829 48.7849,9.1837")
    }
    let places = PlaceArguments(catalog)
    let origins = try words.map { try places.origin($0) }
    words = []
    return origins
  }
}
