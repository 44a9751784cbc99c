import ArgumentParser
import CodedErrors
import Streams
import Vicinity
import VicinityFormats

/// The message and exit status for an error.
package struct Failure {
  private let error: any Error

  package init(_ error: any Error) { self.error = error }

  /// Prints the message; rethrows anything that is not an error, such as a request for help.
  package func report() throws -> ExitStatus {
    switch error {
    case let status as ExitStatus: return status
    case OutputError.closedPipe: return .done
    case is CleanExit, is ExitCode: throw error
    case let error as ValidationError:
      Console.sayError(error.message)
      return .wrongUsage
    case ImportError.badOption, is QueryError:
      Console.sayError(Self.text(of: error))
      return .wrongUsage
    default:
      Console.sayError(Self.text(of: error))
      return .failed
    }
  }

  /// The error in the words of the shell: options by their names, and what to type next.
  @Sendable
  package static func text(of error: any Error) -> String {
    switch error {
    case let error as any CodedError: error.text(wording: \.words)
    default: "\(error)"
    }
  }
}
