import ArgumentParser
import Streams
import Vicinity
import VicinityFormats

/// What to say about an error, and the status to end with.
struct Failure {
  private let error: any Error

  init(_ error: any Error) { self.error = error }

  /// Says it on standard error; what is none, such as a request for help, is thrown on.
  func report() throws -> ExitStatus {
    switch error {
    case let status as ExitStatus: return status
    case OutputError.closedPipe: return .done
    case is CleanExit, is ExitCode: throw error
    case let error as ValidationError:
      Console.say("vicinity: \(error.message)")
      return .wrongUsage
    case ImportError.badOption, ImportError.badColumnMap:
      Console.say("vicinity: \(error)")
      return .wrongUsage
    case let error as QueryError:
      Console.say("vicinity: \(error)")
      return .wrongUsage
    default:
      // A request for help is an error to the parser, but one that ends well.
      if VicinityCommand.exitCode(for: error) == .success { throw error }
      Console.say("vicinity: \(error)")
      return .failed
    }
  }
}
