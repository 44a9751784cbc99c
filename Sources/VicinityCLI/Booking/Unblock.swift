import ArgumentParser
import Vicinity

/// Unblocks nights.
struct Unblock: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unblock",
    abstract: "Unblock nights of a couch, as its host.",
    usage: "vicinity unblock <couch> --from <date> --to <date> [<options>]",
    discussion: """
      Bookings stay, and so do nights that the import has marked as unavailable.

      Example:
        vicinity unblock couch-3 --from 2026-12-24 --to 2026-12-27
      """)

  @OptionGroup var nights: BlockOptions

  func run() throws { try nights.perform(isBlocked: false) }
}
