import ArgumentParser
import Vicinity
import VicinityFormats

/// Who acts.
struct MemberOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Who it is, such as member-31.", valueName: "name"))
  var member: String
}

/// Where and when an action takes place, and how it is told.
struct ActingOptions: ParsableArguments {
  @OptionGroup var output: OutputOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var catalog: CatalogOptions

  func validate() throws { try output.refuseMaps() }

  /// Carries out one action, and says what has come of it.
  func perform(_ action: Action) throws {
    let now = try clock.instant
    let outcome = try catalog.open(.readWrite).perform(action, at: now)
    try output.write(outcome.text, or: outcome.json)
  }
}

extension OutputOptions {
  /// Refuses formats that have no form for what is not an answer.
  func refuseMaps() throws {
    if let format, format != .table, format != .jsonl {
      throw ValidationError("--format: this command writes table or jsonl, not \(format.rawValue)")
    }
  }
}
