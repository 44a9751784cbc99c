import ArgumentParser
import Vicinity

/// Rates a listing.
struct Rate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rate",
    abstract: "Rate a listing with 1 to 5 stars; events only after they start, by their attendees.",
    usage: "vicinity rate <id> <stars> --member <name> [<options>]",
    discussion: """
      Replaces the member's earlier rating.

      Examples:
        vicinity rate stuttgart-brennglas 4.5 --member member-31 \\
          --text "Twelve taps!"
        vicinity rate stuttgart-brennglas --member member-31 --remove
        vicinity list reviews stuttgart-brennglas
      """)

  @Argument(help: "The id of the listing.", completion: .listing)
  var id: String

  @Argument(help: "1 to 5 in steps of a half, such as 4.5.")
  var stars: Double?

  @OptionGroup var who: MemberOptions

  @Option(help: "The text of the review.")
  var text: String?

  @Flag(help: "Withdraw the rating.")
  var remove = false

  @OptionGroup var acting: ActingOptions

  func validate() throws {
    if remove, stars != nil || text != nil { throw ValidationError("--remove takes neither stars nor --text") }
    if !remove, stars == nil { throw ValidationError("give the stars, 1 to 5 in steps of a half") }
    if let stars, Stars(stars) == nil {
      let number = Int(exactly: stars).map { "\($0)" } ?? "\(stars)"
      throw ValidationError("\(number) is not a number of stars; give 1 to 5 in steps of a half, such as 4.5")
    }
  }

  func run() throws {
    let stars = stars.flatMap { Stars($0) }
    try acting.perform(
      stars.map { .rate(listing: id, member: who.member, stars: $0, text: text) }
        ?? .unrate(listing: id, member: who.member))
  }
}
