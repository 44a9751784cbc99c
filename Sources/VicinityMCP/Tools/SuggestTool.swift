import Streams
import Vicinity
import VicinityFormats

extension Tool {
  static let suggest = Tool(
    name: "suggest", title: "Complete a name",
    description: """
      Completes the beginning of a word or corrects its spelling: names and addresses of listings, tags and cities, \
      each with how many listings it has and where. Use it to find the exact tag for `search`, or the coordinate of a place.
      """,
    inputs: [
      QueryInput("text", nil, .text, "The beginning of a name or tag.", example: "jaz"),
      QueryInput(
        "near", nil, .place, "The place whose surroundings come first: latitude and longitude, or the name of a place.",
        example: "48.7758,9.1829"),
      QueryInput(
        "limit", nil, .integer(0...QueryArguments.mostResults, usual: QueryArguments.usualLimit),
        "The maximum number of completions."),
    ], required: ["text"], output: [("completions", "array")],
    work: .reading { arguments, context in
      let text = try arguments.required("text")
      let limit = try arguments.limit(atMost: context.mostResults)
      let place = try Query(
        json: .object(JSONObject(arguments.form().members.filter { $0.key == "near" }.map { ($0.key, $0.value) })))
      let near = try context.catalog.located(place).near
      let completions = try context.catalog.suggest(text, near: near, limit: limit, within: context.budget)
      let table = completions.isEmpty ? "no completions" : Completion.table(of: completions, in: .metric)
      return ToolAnswer(table, ["completions": .array(completions.map(\.json))])
    })
}
