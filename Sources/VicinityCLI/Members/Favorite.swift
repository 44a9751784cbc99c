import ArgumentParser
import Vicinity

/// Adds a listing to a member's favorites.
struct Favorite: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "favourite",
    abstract: "Add a listing to a member's favorites.",
    usage: "vicinity favourite <id> --member <name> [--remove] [<options>]",
    discussion: """
      Examples:
        vicinity favourite stuttgart-brennglas --member member-31
        vicinity favourite stuttgart-brennglas --member member-31 --remove
        vicinity list favourites --member member-31 --near 48.7758,9.1829
      """, aliases: ["favorite"])

  @Argument(help: "The id of the listing.", completion: .listing)
  var id: String

  @OptionGroup var who: MemberOptions

  @Flag(help: "Remove it from the favorites.")
  var remove = false

  @OptionGroup var acting: ActingOptions

  func run() throws {
    try acting.perform(
      remove ? .unfavorite(listing: id, member: who.member) : .favorite(listing: id, member: who.member))
  }
}
