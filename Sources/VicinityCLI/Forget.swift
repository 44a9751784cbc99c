import ArgumentParser
import Foundation
import Vicinity

/// Forgets a member.
struct Forget: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract:
      "Forget a member: favourites, ratings, places, visits, past bookings, signals, friends, and their traces in the model.",
    discussion: """
      What is deleted is overwritten in the file. Stays that are not over must be cancelled or declined first: their hosts count on them. Copies of \
      the file, and what another program still reads of it, are not reached.

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
    let threads = noBuild ? nil : threads.threads?.number ?? ProcessInfo.processInfo.activeProcessorCount
    let report = try catalog.forget(member, at: now, rebuildingWith: threads)
    try Console.write(acting.output.resolved == .table ? report.text : report.json.text)
  }
}
