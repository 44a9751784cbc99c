import ArgumentParser
import CivilTime
import CommandSupport
import Foundation
import Vicinity
import VicinityMCP

/// Answers a language model over standard input and output.
struct MCPCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Serve the catalog to a language model, by the Model Context Protocol.",
    usage: "vicinity mcp [--member <name>] [--allow-writes] [<options>]",
    discussion: """
      A program for language models starts this command, writes messages to its standard input, one per line, and reads \
      the answers from its standard output. The tools search, and show opening hours, free nights and plans; \
      docs/mcp.md lists them. For models on other machines the server has the same tools at /mcp.

      With --member, answers are those of that member, who also sees the exact locations of confirmed stays. With \
      --allow-writes as well, the model can add favorites, rate, join events and book in the member's name.

      The command ends at the end of its input.

      Examples:
        vicinity mcp --catalog near.gpkg
        vicinity mcp --catalog near.gpkg --member ana --allow-writes
        echo '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' | vicinity mcp

      For a client that is configured by a file:
        {"mcpServers": {"vicinity": {"command": "vicinity",
                                     "args": ["mcp", "--catalog", "/srv/near.gpkg"]}}}
      """)

  @Option(help: ArgumentHelp("The member in whose name the model acts.", valueName: "name"), completion: .member)
  var member: String?

  @Flag(help: "Lets the model change what belongs to the member.")
  var allowWrites = false

  @OptionGroup var clock: ClockOptions
  @OptionGroup var catalog: CatalogOptions

  /// A model that waits longer asks for something else.
  private static let longestCall = Duration.seconds(20)

  func validate() throws {
    if allowWrites, member == nil { throw ValidationError("--allow-writes needs --member; add the name of a member") }
  }

  func run() throws {
    let catalog = try catalog.open(allowWrites ? .readWrite : .readOnly)
    let fixed = try clock.given
    let endpoint = MCPEndpoint(tools: Tool.offered(to: member, mayWrite: allowWrites)) { tool in
      "It needs --member\(tool.changes ? " and --allow-writes" : "") of vicinity mcp."
    }
    // While the client introduces itself: to read the names of a large gazetteer takes seconds.
    try catalog.prepareNames()
    try MessageStream(reading: STDIN_FILENO, writing: Console.output).run { message in
      switch endpoint.reaction(to: message) {
      case .nothing: nil
      case .reply(let reply): reply
      case .call(let call): call.reply(answer(to: call, catalog, at: fixed ?? ClockOptions.clock()))
      }
    }
  }

  private func answer(to call: PendingCall, _ catalog: Catalog, at now: Instant) -> ToolAnswer {
    do {
      if call.tool.changes, let member {
        let action = try call.tool.action(call.arguments, by: member)
        return ToolAnswer(try catalog.perform(action, as: .member(member), at: now))
      }
      var context = ToolContext(catalog, at: now, for: member)
      context.budget.deadline = .now + Self.longestCall
      return try call.tool.read(call.arguments, context)
    } catch { return ToolAnswer(failing: error) }
  }
}
