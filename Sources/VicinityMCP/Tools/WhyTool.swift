import Streams
import Vicinity
import VicinityFormats

extension Tool {
  static let why = Tool(
    name: "why", title: "Explain a ranking",
    description: """
      Explains the rank of each result of a search: its values for the keys of the order, and the least change that \
      would put it first.
      """,
    inputs: [QueryArguments.input], output: [("reasons", "array")],
    work: .reading { arguments, context in
      let query = try QueryArguments.nested(arguments, context)
      let reasons = try context.catalog.why(query, at: context.now, within: context.budget)
      let text = reasons.isEmpty ? "no listing matches" : ReasonTable(reasons).text()
      return ToolAnswer(text, ["reasons": .array(reasons.map(\.json))])
    })
}
