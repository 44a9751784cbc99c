import ArgumentParser
import CodedErrors
import CommandSupport
import Vicinity

/// Forgets a member.
struct Forget: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract:
      "Delete everything about a member: favorites, ratings, attendances, visits, past bookings, signals and friends.",
    usage: "vicinity forget <member> [--no-build] [<options>]",
    discussion: """
      The affinities of the recommender are rebuilt without the member. The whole file is rewritten, so that nothing \
      deleted now or earlier remains in it; this temporarily needs twice its size. Stays that are not over must be \
      cancelled or declined first, because their hosts rely on them. Copies of the file are not affected. While \
      another program reads an earlier version, the command fails with an error; repeat it then.

      Examples:
        vicinity forget member-31
        vicinity forget member-31 --no-build
      """)

  @Argument(help: "The member, such as member-31.", completion: .member)
  var member: String

  @Flag(help: "Keep the affinities; `recommend --build` rebuilds them.")
  var noBuild = false

  @OptionGroup var threads: BuildOptions
  @OptionGroup var acting: ActingOptions

  func run() throws {
    let now = try acting.clock.instant
    let catalog = try acting.catalog.open(.readWrite)
    let report = try catalog.forget(member, at: now, rebuildingWith: noBuild ? nil : threads.count)
    try acting.output.write(report.text + (report.remedy.map { ". \($0.words)" } ?? ""), or: report.json)
  }
}
