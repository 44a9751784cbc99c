import ArgumentParser
import VicinityFormats

/// An integer; unlike `Int` it accepts a space before a minus sign, so that its command can report what is wrong with
/// -1.
package struct Count: ExpressibleByArgument {
  package let number: Int

  package init(_ number: Int) { self.number = number }

  package init?(argument: String) {
    guard let number = Int(argument.filter { $0 != " " }) else { return nil }
    self.number = number
  }

  /// Rejects a number of threads beyond any machine.
  package func checkThreads() throws {
    guard (1...Batch.mostThreads).contains(number) else {
      throw ValidationError("--threads must be a number from 1 to \(Batch.mostThreads)")
    }
  }

  package var defaultValueDescription: String { String(number) }
}
