import ArgumentParser
import Vicinity

/// Blocks nights.
struct Block: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "block",
    abstract: "Block nights of a couch, as its host.",
    discussion: """
      Nights that are booked cannot be blocked.

      Example:
        vicinity block couch-3 --from 2026-12-24 --to 2026-12-27
      """)

  @Argument(help: "The id of the couch.")
  var couch: String

  @OptionGroup var stay: NightsOptions
  @OptionGroup var acting: ActingOptions

  func run() throws { try acting.perform(.block(listing: couch, nights: try stay.nights, isBlocked: true)) }
}
