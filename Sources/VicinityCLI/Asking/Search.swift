import ArgumentParser
import Streams
import Vicinity

/// Finds listings by words.
struct Search: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Find listings by words, anywhere or near a coordinate.",
    usage: "vicinity search <words> ... [<lat,lon>] [<options>]",
    discussion: """
      The same as near with --text, and takes the same options.

      --help-all lists all options.

      Examples:
        vicinity search jazz
        vicinity search craft beer 48.7758,9.1829 --radius 2km --open
      """)

  @OptionGroup var near: Near

  func run() throws {
    var near = near
    let words = near.place.words.filter { !TextForm.isCoordinate($0) }
    near.place.words.removeAll { !TextForm.isCoordinate($0) }
    guard !words.isEmpty else { throw ValidationError("name the words to find: vicinity search jazz") }
    guard near.filter.texts["text"] == nil else { throw ValidationError("give the words once, without --text") }
    try near.answer { $0["text"] = .string(words.joined(separator: " ")) }
  }
}
