import Streams
import Vicinity
import VicinityFormats

extension Tool {
  static let whyNot = Tool(
    name: "why_not", title: "Explain a missing result",
    description: """
      Explains why a listing is not among the results of a search: each condition with the wanted value, the listing's \
      value, and by how much it misses.
      """,
    inputs: [id, QueryArguments.input], required: ["id", "query"], output: [("id", "string"), ("findings", "array")],
    work: .reading { arguments, context in
      let query = try QueryArguments.nested(arguments, context)
      let verdict = try context.catalog.whyNot(
        arguments.required("id"), query, at: context.now, within: context.budget)
      return ToolAnswer(verdict.text(), verdict.json)
    })
}
