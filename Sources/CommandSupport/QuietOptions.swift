import ArgumentParser

/// The flag of commands without a catalog for errors only; `CatalogOptions` has the same one.
///
/// `Console.isQuiet` finds it among the arguments, so that it also applies to remarks before and during parsing.
package struct QuietOptions: ParsableArguments {
  package init() {}

  static let help: ArgumentHelp = "Write only errors to standard error."

  @Flag(name: .shortAndLong, help: help) package var quiet = false
}
