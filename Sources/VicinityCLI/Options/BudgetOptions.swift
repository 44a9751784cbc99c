import ArgumentParser
import CommandSupport
import Vicinity

/// Limits on the cost of untrusted queries.
struct BudgetOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The maximum number of index nodes and list elements per line; 0 for no limit.", valueName: "count"
    ))
  var maxNodes = Count(WorkBudget.usual.nodes)

  @Option(
    help: ArgumentHelp(
      "The maximum number of event occurrences and opening days per line; 0 for no limit.",
      valueName: "count"))
  var maxOccurrences = Count(WorkBudget.usual.occurrences)

  @Option(help: ArgumentHelp("The maximum size of one answer in bytes; 0 for no limit.", valueName: "count"))
  var maxBytes = Count(WorkBudget.usual.bytes)

  func validate() throws {
    for (name, count) in [
      ("--max-nodes", maxNodes), ("--max-occurrences", maxOccurrences), ("--max-bytes", maxBytes),
    ] where count.number < 0 {
      throw ValidationError("\(name) must be a whole number from 0 up; 0 is no limit")
    }
  }

  var resolved: WorkBudget {
    func limit(_ count: Count) -> Int { count.number == 0 ? .max : count.number }
    return WorkBudget(nodes: limit(maxNodes), occurrences: limit(maxOccurrences), bytes: limit(maxBytes))
  }
}
