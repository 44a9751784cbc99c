import ArgumentParser
import CommandSupport
import Streams
import Vicinity
import VicinityServer

/// Keys of programs that use the server.
struct KeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key",
    abstract: "Create, list and remove the API keys of programs that use the server.",
    discussion: """
      Keys are stored as hashes, in NAME.accounts.sqlite next to the catalog NAME.gpkg.

      Examples:
        vicinity key add importer --scope import
        vicinity key list
      """,
    subcommands: [Add.self, List.self, Remove.self])

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Create a key and print it: it is shown only once.",
      usage: "vicinity key add <name> --scope <scope> ... [<options>]",
      discussion: "Example:\n  vicinity key add importer --scope import")

    @Argument(help: "The purpose of the key.") var name: String

    @Option(
      help: ArgumentHelp("search, batch, import, members:act-as or admin; repeat it for several.", valueName: "scope"),
      completion: .list(KeyStore.scopes))
    var scope: [String]

    @Option(help: ArgumentHelp("The instant at which it expires, such as 2027-01-01T00:00:00Z.", valueName: "instant"))
    var expires: String?

    @OptionGroup var clock: ClockOptions
    @OptionGroup var catalog: CatalogOptions

    func run() throws {
      _ = try catalog.open()
      let keys = KeyStore(catalog.accountsFile)
      do {
        try Console.write(keys.addKey(named: name, scopes: scope, expires: expires, at: clock.instant))
      } catch let error as QueryError {
        throw error.renamingPaths { $0.hasPrefix("scopes") ? "--scope" : $0 == "expires" ? "--expires" : $0 }
      }
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the keys, without their secret text.",
      discussion: "Example:\n  vicinity key list")
    @OptionGroup var catalog: CatalogOptions

    func run() throws {
      for key in try KeyStore(catalog.accountsFileToRead).list() { try Console.write(key) }
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Remove a key: it stops working within a second.",
      discussion: "Example:\n  vicinity key remove key-1")
    @Argument(help: "The id of the key.", completion: .key) var id: String
    @OptionGroup var catalog: CatalogOptions

    func run() throws {
      guard try KeyStore(catalog.accountsFile).removeKey(id) else {
        throw ValidationError("there is no key \(id); vicinity key list shows them")
      }
    }
  }
}
