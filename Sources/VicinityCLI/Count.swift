import ArgumentParser
import VicinityFormats

/// A whole number; unlike `Int` it takes a blank before a minus sign, so that its command can say what is wrong with -1.
struct Count: ExpressibleByArgument {
  let number: Int

  init(_ number: Int) { self.number = number }

  init?(argument: String) {
    guard let number = Int(argument.filter { $0 != " " }) else { return nil }
    self.number = number
  }

  /// Refuses a number of threads that no machine has a use for.
  func checkThreads() throws {
    guard (1...Batch.mostThreads).contains(number) else {
      throw ValidationError("--threads must be a number from 1 to \(Batch.mostThreads)")
    }
  }

  var defaultValueDescription: String { String(number) }
}
