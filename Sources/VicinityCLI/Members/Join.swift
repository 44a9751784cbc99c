import ArgumentParser
import Vicinity

/// Takes a place at an event.
struct Join: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Join an event, or its waiting list when it is full.",
    usage: "vicinity join <id> --member <name> [--at <when>] [<options>]",
    discussion: """
      Examples:
        vicinity join mures-jazz-la-bastion --member member-31
        vicinity join mures-tanchaz --member member-31 --at 2026-12-04
      """)

  @OptionGroup var place: PlaceOptions

  func run() throws { try place.perform(Action.join) }
}

/// Gives up a place at an event.
struct Leave: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "leave",
    abstract: "Leave an event; the first member on its waiting list moves up.",
    usage: "vicinity leave <id> --member <name> [--at <when>] [<options>]",
    discussion: """
      Example:
        vicinity leave mures-jazz-la-bastion --member member-31
      """)

  @OptionGroup var place: PlaceOptions

  func run() throws { try place.perform(Action.leave) }
}

/// Selects a member's place at an event.
struct PlaceOptions: ParsableArguments {
  @Argument(help: "The id of the event.", completion: .listing)
  var id: String

  @OptionGroup var who: MemberOptions
  @OptionGroup var occurrence: OccurrenceOptions
  @OptionGroup var acting: ActingOptions

  /// Performs an action on the place, and prints its result.
  ///
  /// - Parameter action: takes the event, the member and the occurrence.
  func perform(_ action: (String, String, OccurrenceChoice) -> Action) throws {
    try acting.perform(action(id, who.member, try occurrence.choice))
  }
}

/// Selects an occurrence of an event.
struct OccurrenceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The day or time at which the occurrence starts (default: the current or next one).",
      valueName: "when"))
  var at: String?

  var choice: OccurrenceChoice {
    get throws { try at.map { try OccurrenceChoice(parsing: $0, path: "--at") } ?? .next }
  }
}
