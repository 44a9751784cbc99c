import ArgumentParser
import Vicinity

/// What a question of a stranger may cost.
struct BudgetOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The most pages of the index and elements of lists that one line may look at; 0 for no limit.", valueName: "count"
    ))
  var maxNodes = Count(WorkBudget.usual.nodes)

  @Option(
    help: ArgumentHelp(
      "The most occurrences of events and days of opening hours that one line may look at; 0 for no limit.",
      valueName: "count"))
  var maxOccurrences = Count(WorkBudget.usual.occurrences)

  @Option(help: ArgumentHelp("The most bytes of one answer; 0 for no limit.", valueName: "count"))
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
