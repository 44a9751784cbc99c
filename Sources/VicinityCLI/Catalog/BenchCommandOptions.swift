import ArgumentParser
import CommandSupport
import Foundation
import VicinityFormats
import VicinityLab

/// How `bench` measures and writes.
struct BenchCommandOptions: ParsableArguments {
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case table, jsonl
  }

  @Option(
    help: ArgumentHelp(
      "The numbers of threads to measure throughput with, such as 1,2,4 (default: 1 and one per core).",
      valueName: "counts"))
  var threads: ThreadCounts?

  @Option(help: ArgumentHelp("The number of warm measurements of each file; medians are reported.", valueName: "count"))
  var rounds = Count(3)

  @Option(help: ArgumentHelp("The maximum duration of one pass over a file.", valueName: "seconds"))
  var budget = 2.0

  @Option(name: .shortAndLong, help: "The format of the report (default: table on a terminal, otherwise jsonl).")
  var format: Format?

  func validate() throws {
    guard (1...1000).contains(rounds.number) else { throw ValidationError("--rounds must be a number from 1 to 1000") }
    guard budget > 0, budget <= 86_400 else { throw ValidationError("--budget must be above 0 and at most 86400") }
  }

  var resolvedFormat: Format { format ?? (Console.outputIsTerminal ? .table : .jsonl) }

  var resolved: BenchOptions {
    BenchOptions(threads: (threads ?? .standard).numbers, rounds: rounds.number, budgetSeconds: budget)
  }
}

/// Numbers of threads, separated by commas.
struct ThreadCounts: ExpressibleByArgument {
  let numbers: [Int]

  /// One thread, and one per core where there are several.
  static var standard: ThreadCounts {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    return ThreadCounts(numbers: cores > 1 ? [1, cores] : [1])
  }

  init(numbers: [Int]) { self.numbers = numbers }

  init?(argument: String) {
    let words = argument.split(separator: ",", omittingEmptySubsequences: false)
    numbers = words.compactMap { Int($0) }.filter { (1...Batch.mostThreads).contains($0) }
    guard numbers.count == words.count, Set(numbers).count == numbers.count else { return nil }
  }
}
