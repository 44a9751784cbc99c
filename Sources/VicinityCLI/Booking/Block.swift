import ArgumentParser
import Vicinity

/// Blocks nights.
struct Block: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "block",
    abstract: "Block nights of a couch, as its host.",
    usage: "vicinity block <couch> --from <date> --to <date> [<options>]",
    discussion: """
      Nights that are booked cannot be blocked.

      Example:
        vicinity block couch-3 --from 2026-12-24 --to 2026-12-27
      """)

  @OptionGroup var nights: BlockOptions

  func run() throws { try nights.perform(isBlocked: true) }
}
