import ArgumentParser
import Streams

/// For whom results are recommended, and what that heeds beside the filters.
struct RecommendationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Who it is for, such as member-31; repeat it for a group (with recommend, or --sort recommended).",
      valueName: "name"))
  var member: [String] = []

  @Option(
    help: ArgumentHelp(
      "What counts how much, such as taste=0.5,distance=0.3: taste, tags, places, popularity, distance, price, start, rating, and the scales halfDistance, hauntReach, halfPrice, halfWait.",
      valueName: "name=number,..."))
  var weights: [String] = []

  @Option(help: ArgumentHelp("How much results are to differ in kind and tags: 0 to 1.", valueName: "share"))
  var diversity: String?

  @Option(help: ArgumentHelp("How much what few know is to come first: 0 to 1.", valueName: "share"))
  var novelty: String?

  @Flag(help: "Also what the member knows already.")
  var seen = false

  @Flag(help: "Tell of each result what would make it the first.")
  var why = false

  func write(into form: inout JSONObject) throws {
    if !member.isEmpty { form["members"] = .array(member.map { .string($0) }) }
    if !weights.isEmpty { form["weights"] = .object(try weightForm()) }
    form["diversity"] = diversity?.numberForm
    form["novelty"] = novelty?.numberForm
    form["seen"] = seen ? .bool(true) : nil
    form["explain"] = why ? .bool(true) : nil
  }

  private func weightForm() throws -> JSONObject {
    var form = JSONObject()
    for pair in weights.flatMap({ $0.split(separator: ",") }) {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let number = Double(parts[1]) else {
        throw ValidationError("--weights: \"\(String(pair).asTyped)\" is not a weight; write taste=0.5,distance=0.3")
      }
      form[String(parts[0])] = .double(number)
    }
    return form
  }
}
