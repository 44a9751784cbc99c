import ArgumentParser
import Foundation
import Streams

extension ParsableCommand {
  /// Runs the program whose command this is, and ends the process.
  /// - Parameter arguments: those of the process, unless others are given.
  package static func runProgram(_ arguments: [String] = Array(CommandLine.arguments.dropFirst())) -> Never {
    signal(SIGPIPE, SIG_IGN)
    Foundation.exit(run(CommandLineArguments.prepared(arguments)).rawValue)
  }

  private static func run(_ arguments: [String]) -> ExitStatus {
    let path = CommandPath(arguments, of: Self.self)
    if let unknown = UnknownCommand(path, of: Self.self) {
      Console.sayError("\(unknown)")
      return .wrongUsage
    }
    do {
      var command = try parseAsRoot(arguments)
      let file = try OutputFile.path(in: arguments).map(OutputFile.init)
      do {
        try command.run()
        try file?.finish()
      } catch {
        // The parser reports a request for help as an error with exit status 0.
        if exitCode(for: error) == .success {
          file?.discard()
          throw error
        }
        let status = try Failure(error).report()
        if status == .someRefused { try file?.finish() } else { file?.discard() }
        return status
      }
      return .done
    } catch let error where exitCode(for: error) == .validationFailure {
      Console.sayError("\(WrongUsage(error, of: path, root: Self.self))")
      return .wrongUsage
    } catch {
      exit(withError: error)
    }
  }
}
