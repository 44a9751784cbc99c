import ArgumentParser
import Vicinity

/// Selects nights of a couch that its host blocks or unblocks.
struct BlockOptions: ParsableArguments {
  @Argument(help: "The id of the couch.", completion: .listing)
  var couch: String

  @OptionGroup var stay: NightsOptions
  @OptionGroup var acting: ActingOptions

  /// Blocks or unblocks the nights, and prints the result.
  func perform(isBlocked: Bool) throws {
    try acting.perform(.block(listing: couch, nights: try stay.nights, isBlocked: isBlocked))
  }
}
