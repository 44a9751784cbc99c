import ArgumentParser
import Vicinity
import VicinityFormats

/// Lists bookings: the short name of `list stays`.
struct Mine: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mine",
    abstract: "List the bookings of a member, or all bookings; the same as list stays.",
    usage: "vicinity mine --member <name> | --all-bookings [<options>]",
    discussion: """
      Examples:
        vicinity mine --member ana
        vicinity mine --all-bookings
      """)

  @OptionGroup var stays: StayList

  func run() throws { try stays.write() }
}
