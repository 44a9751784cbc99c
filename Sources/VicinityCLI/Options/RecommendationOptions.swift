import ArgumentParser
import Streams

/// The members to recommend for, with additional options.
struct RecommendationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The member, such as member-31; repeat it for a group (with recommend, or --sort recommended).",
      valueName: "name"))
  var member: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      The weights of the score, such as words=0.6,distance=0.3. For best: words, distance, open, rating, and the scales \
      halfDistance, halfWait, halfLead, decay. For recommended: taste, tags, places, popularity, distance, price, start, \
      rating, and the scales halfDistance, homeAreaReach, halfPrice, halfWait, halfEvidence.
      """,
      valueName: "name=number,...", visibility: .hidden))
  var weights: [String] = []

  @Option(
    help: ArgumentHelp("The diversity of results in kind and tags: 0 to 1.", valueName: "share", visibility: .hidden))
  var diversity: String?

  @Option(
    help: ArgumentHelp("The preference for less known listings: 0 to 1.", valueName: "share", visibility: .hidden))
  var novelty: String?

  @Flag(help: ArgumentHelp("Include listings that the member already knows.", visibility: .hidden))
  var seen = false

  @Flag(help: ArgumentHelp("Show for each result what would rank it first.", visibility: .hidden))
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
      guard parts.count == 2 else {
        throw ValidationError("--weights: \"\(String(pair).asTyped)\" is not a weight; write words=0.6,distance=0.3")
      }
      form[String(parts[0])] = JSONValue(numberIn: String(parts[1]))
    }
    return form
  }
}
