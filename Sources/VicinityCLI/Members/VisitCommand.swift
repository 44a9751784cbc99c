import ArgumentParser
import CivilTime
import Vicinity

/// Records a visit.
struct VisitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "visit", abstract: "Record a member's visit to a listing.",
    usage: "vicinity visit <id> --member <name> [<options>]",
    discussion: """
      Example:
        vicinity visit stuttgart-brennglas --member member-31
      """)

  @Argument(help: "The id of the listing.", completion: .listing)
  var id: String

  @OptionGroup var who: MemberOptions

  @Option(help: ArgumentHelp("The time, such as 2026-11-27T21:00:00+01:00 (default: now).", valueName: "instant"))
  var at: String?

  @OptionGroup var acting: ActingOptions

  func run() throws { try acting.perform(.visit(listing: id, member: who.member, at: try instant)) }

  private var instant: Instant? {
    get throws {
      do { return try at.map { try Instant(parsing: $0) } } catch { throw ValidationError("--at: \(error)") }
    }
  }
}
