import ArgumentParser
import CommandSupport
import Streams
import Vicinity
import VicinityServer

/// The accounts of members of the server.
struct AccountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account",
    abstract: "List the accounts of members, give them roles, and end their sessions.",
    discussion: """
      They are stored in NAME.accounts.sqlite next to the catalog NAME.gpkg; members register with the server.

      Examples:
        vicinity account list
        vicinity account role ana admin
        vicinity account sign-out --all
      """,
    subcommands: [List.self, SetRole.self, SignOut.self])

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the accounts.",
      discussion: "Example:\n  vicinity account list")
    @OptionGroup var catalog: CatalogOptions

    func run() throws {
      _ = try catalog.open()
      for account in try AccountList(catalog.accountsFileToRead).list() { try Console.write(account) }
    }
  }

  struct SetRole: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "role", abstract: "Change a member's role; a running server applies it within a second.",
      usage: "vicinity account role <name> <role> [<options>]",
      discussion: "Example, for the first admin:\n  vicinity account role ana admin")

    @Argument(help: "The name of the member.", completion: .account) var name: String
    @Argument(help: "member, host, editor or admin.", completion: .list(AccountList.roles)) var role: String
    @OptionGroup var clock: ClockOptions
    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
      guard AccountList.roles.contains(role) else {
        throw ValidationError("there is no role \(role); there are \(AccountList.roles.joined(separator: ", "))")
      }
    }

    func run() throws {
      _ = try catalog.open()
      guard try AccountList(catalog.accountsFile).setRole(role, of: name, at: clock.instant) else {
        throw ValidationError("there is no member \(name); vicinity account list shows them")
      }
    }
  }

  struct SignOut: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "sign-out",
      abstract: "End the sessions of a member, or all; a running server notices within a second.",
      usage: "vicinity account sign-out (<name> | --all) [<options>]",
      discussion: """
        Members sign in again with their passwords. Keys stay valid; vicinity key remove ends them.

        Examples:
          vicinity account sign-out ana
          vicinity account sign-out --all
        """)

    @Argument(help: "The name of the member.", completion: .account) var name: String?
    @Flag(help: "End the sessions of all members.") var all = false
    @OptionGroup var clock: ClockOptions
    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
      if (name != nil) == all { throw ValidationError("give either the name of a member or --all") }
    }

    func run() throws {
      _ = try catalog.open()
      guard let ended = try AccountList(catalog.accountsFile).endSessions(of: name, at: clock.instant) else {
        throw ValidationError("there is no member \(name ?? ""); vicinity account list shows them")
      }
      Console.say("\(ended.counted("session")) ended")
    }
  }
}
