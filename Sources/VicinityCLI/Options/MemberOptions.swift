import ArgumentParser
import CommandSupport
import Vicinity
import VicinityFormats

/// The acting member.
struct MemberOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The member, such as member-31.", valueName: "name"), completion: .member)
  var member: String
}

/// The catalog and time of an action, and how its result is printed.
struct ActingOptions: ParsableArguments {
  @OptionGroup var output: ReportOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var catalog: CatalogOptions

  /// Performs one action, and prints its result.
  func perform(_ action: Action) throws {
    let now = try clock.instant
    let outcome = try catalog.open(.readWrite).perform(action, at: now)
    try output.write(outcome.text, or: outcome.json)
  }
}
