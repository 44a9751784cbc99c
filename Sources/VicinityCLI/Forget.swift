import ArgumentParser
import Vicinity

/// Forgets a member.
struct Forget: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract:
      "Forget a member: favourites, ratings, places, visits, past bookings, signals, friends, and their traces in the model.",
    discussion: """
      The whole file is written anew, so that nothing is left in it of what was deleted now or earlier; that takes twice its room for a moment. \
      Stays that are not over must be cancelled or declined first: their hosts count on them. Copies of the file are not reached. While another \
      program reads an earlier version, the command ends with an error and says so; forget the member once more then.

      Examples:
        vicinity forget member-31
        vicinity forget member-31 --no-build
      """)

  @Argument(help: "The member, such as member-31.")
  var member: String

  @Flag(help: "Leave the affinities as they are; `recommend --build` makes them anew.")
  var noBuild = false

  @OptionGroup var threads: BuildOptions
  @OptionGroup var acting: ActingOptions

  func run() throws {
    let now = try acting.clock.instant
    let catalog = try acting.catalog.open(.readWrite)
    let report = try catalog.forget(member, at: now, rebuildingWith: noBuild ? nil : threads.count)
    try acting.output.write(report.text, or: report.json)
  }
}
