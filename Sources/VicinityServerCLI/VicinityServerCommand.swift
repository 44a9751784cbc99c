import ArgumentParser
import CommandSupport
import Vicinity
import VicinityAccounts
import VicinityServer

/// The program `vicinity-server`: the commands of `vicinity` that need the server.
///
/// `vicinity serve` runs it, so its commands are called by the name of `vicinity` in help and messages.
@main
struct VicinityServerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vicinity",
    abstract: "Serve a catalog over HTTP, and keep its keys and accounts.",
    discussion: "The program `vicinity-server`: `vicinity serve`, `key`, `account` and `cluster` run it.",
    version: ProgramVersion.current,
    subcommands: [Serve.self, KeyCommand.self, AccountCommand.self, ClusterCommand.self])

  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    // For `vicinity`, and in no help.
    if words.first == "request" { ServerRequest.runProgram(Array(words.dropFirst())) }
    if words.first == "download" { FileDownload.runProgram(Array(words.dropFirst())) }
    runProgram()
  }
}

extension CatalogOptions {
  /// The file of keys and accounts next to the catalog.
  var accountsFile: AccountsFile {
    AccountsFile(catalog: path) { Console.say(Self.text(of: $0, of: Catalog.accountsPath(of: path))) }
  }

  /// The same for a command that only reads it: the file of a node cannot be changed.
  var accountsFileToRead: AccountsFile {
    get throws {
      let file = accountsFile
      do { _ = try file.database() } catch AccountsFileError.inCluster { return AccountsFile(readingBeside: path) }
      return file
    }
  }
}
