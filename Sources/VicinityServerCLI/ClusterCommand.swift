import ArgumentParser
import CommandSupport
import Foundation
import Streams
import Vicinity
import VicinityAccounts
import VicinityCluster
import VicinityHTTP

/// Servers around a PostgreSQL.
struct ClusterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cluster",
    abstract: "Make a cluster of servers around a PostgreSQL, and look after it.",
    discussion: """
      PostgreSQL decides on the order of changes; each server has all data, and any of them may fail. docs/scale.md \
      describes it.

      Examples:
        vicinity cluster create --cluster postgresql://vicinity@db1/vicinity
        vicinity serve --cluster postgresql://vicinity@db1/vicinity
        vicinity cluster status --cluster postgresql://vicinity@db1/vicinity
      """,
    subcommands: [Create.self, Status.self, Snapshot.self, Verify.self, Migrate.self, Run.self, Leave.self])

  struct Create: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "create", abstract: "Make a cluster of a catalog with its accounts and media.",
      discussion: "Example:\n  vicinity cluster create --cluster postgresql://vicinity@db1/vicinity")
    @OptionGroup var log: ClusterOptions
    @OptionGroup var catalog: CatalogOptions

    func run() throws {
      let settings = try log.settings(catalog)
      try ClusterNode.checkIsEmpty(settings.log)
      let lock = try ServingLock(catalog: catalog.path, waiting: 0)
      defer { lock.release() }
      // Both files with the newest schema.
      try Catalog(path: catalog.path, access: .readWrite).close()
      let accounts = catalog.accountsFile
      _ = try accounts.database()
      if try !KeyStore(accounts).all().contains(where: { $0.scopes.contains(.admin) }) {
        Console.say(
          "vicinity: there is no key with the scope admin; to make one, `vicinity cluster run -- key add NAME --scope "
            + "admin`"
        )
      }
      accounts.close()
      let missing = try CatalogFiles(catalog: catalog.path).missingMedia()
      if let text = CatalogFiles.text(ofMissingMedia: missing) { Console.sayError(text) }
      try ClusterNode.create(settings, mediaFolder: Catalog.stem(of: catalog.path) + ".media")
      Console.say("the cluster is made; start its nodes with: vicinity serve --cluster URL")
    }
  }

  struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "status", abstract: "Show the leader, the nodes and the log.",
      discussion: "Example:\n  vicinity cluster status --cluster postgresql://vicinity@db1/vicinity")
    @OptionGroup var log: ClusterOptions
    @Flag(help: "As one object of JSON.") var json = false
    @OptionGroup var quiet: QuietOptions

    func run() throws {
      let report = try ClusterInspection(log.url).report()
      if json { return try Console.write(report.json) }
      for line in report.lines { try Console.write(line) }
    }
  }

  struct Snapshot: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "snapshot", abstract: "Have the leader store the files as a whole, and shorten the log.",
      usage: "vicinity cluster snapshot [--cluster <URL>] [<options>]",
      discussion: "Example:\n  vicinity cluster snapshot --cluster postgresql://vicinity@db1/vicinity")
    @OptionGroup var log: ClusterOptions
    @Option(help: ArgumentHelp("How long to wait (default 600).", valueName: "seconds")) var timeout = 600
    @OptionGroup var quiet: QuietOptions

    func run() throws {
      guard try ClusterInspection(log.url).makeSnapshot(within: timeout) else {
        Console.sayError("no snapshot was made within \(timeout) seconds; is there a leader? vicinity cluster status")
        throw ExitStatus.failed
      }
      Console.say("the snapshots are stored")
    }
  }

  struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "verify", abstract: "Build the files from the log, and compare a node's files with them.",
      discussion: """
        The node may be running. Needs twice the space of the files in the folder of temporary files.

        Example:
          vicinity cluster verify --catalog a.gpkg
        """)
    @OptionGroup var log: ClusterOptions
    @OptionGroup var catalog: CatalogOptions

    func run() throws {
      guard FileStamp(path: catalog.path) != nil else {
        throw ValidationError("\(catalog.path) does not exist; name the file of a node, with --catalog")
      }
      let folder = try TemporaryFolder(in: TemporaryFolder.onDisk)
      defer { withExtendedLifetime(folder) {} }
      let found = try ClusterInspection(log.url).verify(log.settings(catalog), in: folder.path)
      guard found.differences.isEmpty else {
        Console.sayError(
          "these tables differ from the log: \(found.differences.joined(separator: ", ")). Stop the node, remove its "
            + "files, and start it: it fetches them again")
        throw ExitStatus.failed
      }
      try Console.write("equal: the newest snapshots and \(found.entries) entries give the same rows in every table")
    }
  }

  struct Migrate: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "migrate", abstract: "Bring the files of a cluster up to the schema of this version.",
      usage: "vicinity cluster migrate [--cluster <URL>] [<options>]",
      discussion: """
        Changes wait until a node of this version leads; nodes of the former one answer reads until they are replaced. \
        Needs twice the space of the files in the folder of temporary files.

        Example:
          vicinity cluster migrate --cluster postgresql://vicinity@db1/vicinity
        """)
    @OptionGroup var log: ClusterOptions
    @OptionGroup var quiet: QuietOptions

    func run() throws {
      let folder = try TemporaryFolder(in: TemporaryFolder.onDisk)
      defer { withExtendedLifetime(folder) {} }
      guard let steps = try ClusterRewriting(log.url, for: "migration").migrate(in: folder.path) else {
        return Console.say("the files of the cluster are of this version already")
      }
      for step in steps { Console.say("migrated: \(step)") }
      Console.say("the files of the cluster are of this version now; replace its nodes")
    }
  }

  struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "run", abstract: "Run a command that changes the catalog or the accounts of a cluster.",
      usage: "vicinity cluster run [--cluster <URL>] [<options>] -- <command>",
      discussion: """
        The files are built from the log, the command changes them, and the nodes fetch them. In the meantime, other \
        changes wait for up to 8 seconds, and then get 503; searches go on. For single listings, `import`, `edit` and \
        `apply` with --server are faster. Needs twice the space of the files in the folder of temporary files.

        Examples:
          vicinity cluster run -- key add ops --scope admin
          vicinity cluster run -- account sign-out --all
        """)
    @OptionGroup var log: ClusterOptions
    @OptionGroup var quiet: QuietOptions
    @Argument(parsing: .postTerminator, help: ArgumentHelp("The command, without vicinity.", valueName: "command"))
    var command: [String] = []

    /// Those that serve or copy a catalog with its files of media, or look after a cluster.
    private static let unsuitable: Set = [
      "serve", "mcp", "demo", "bench", "backup", "restore", "migrate", "generate", "cluster",
    ]

    func validate() throws {
      guard let name = command.first else { throw ValidationError("name the command after --, such as -- settings") }
      guard !Self.unsuitable.contains(name) else {
        throw ValidationError("\(name) cannot run on the files of a cluster")
      }
      guard !command.contains(where: { $0 == "--catalog" || $0.hasPrefix("--catalog=") }) else {
        throw ValidationError("leave --catalog out: the command gets the files of the cluster")
      }
    }

    func run() throws {
      // Before the files are built, which takes long.
      guard try VicinityProgram.knows(command) else { throw ExitStatus.wrongUsage }
      let folder = try TemporaryFolder(in: TemporaryFolder.onDisk)
      defer { withExtendedLifetime(folder) {} }
      let (status, hasChanged) = try ClusterRewriting(log.url, for: "command").change(in: folder.path) { catalog in
        let status = try VicinityProgram.run(command, catalog: catalog)
        guard status == .done || status == .someRefused else {
          Console.sayError("the command has failed; the cluster was not changed")
          throw status
        }
        return status
      }
      Console.say(hasChanged ? "the cluster has the change" : "the command has changed nothing")
      if status != .done { throw status }
    }
  }

  struct Leave: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "leave", abstract: "Make the files of a stopped node files of a server of its own again.",
      usage: "vicinity cluster leave [--catalog <file>] [<options>]",
      discussion: """
        With --node, the cluster forgets a node that has stopped, or whose machine is lost; files do not change then.

        Examples:
          vicinity cluster leave --catalog a.gpkg
          vicinity cluster leave --cluster postgresql://vicinity@db1/vicinity --node a
        """)
    @OptionGroup var log: ClusterOptions
    @Option(help: ArgumentHelp("The name of the node to forget, as it was served with.", valueName: "name"))
    var node: String?
    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
      if log.cluster != nil, node == nil { throw ValidationError("--cluster needs --node, the node to forget") }
    }

    func run() throws {
      if let node {
        try ClusterInspection(log.url).remove(node)
        return Console.say("the cluster has forgotten the node \(node)")
      }
      let lock = try ServingLock(catalog: catalog.path, waiting: 0)
      defer { lock.release() }
      try ClusterNode.leave(
        ClusterSettings(
          log: "", node: "", url: "", catalog: catalog.path, accounts: Catalog.accountsPath(of: catalog.path)))
      Console.say("\(catalog.path) belongs to no cluster any longer")
    }
  }
}

/// Where the log is.
struct ClusterOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The PostgreSQL with the log (default: $VICINITY_CLUSTER).", valueName: "URL"))
  var cluster: String?

  /// - Throws: `ValidationError` without an address.
  var url: String {
    get throws {
      let given = cluster ?? ProcessInfo.processInfo.environment["VICINITY_CLUSTER"] ?? ""
      guard !given.isEmpty else { throw ValidationError("name the PostgreSQL: --cluster postgresql://…") }
      return try Self.checked(given)
    }
  }

  /// - Throws: `ValidationError` for what libpq would take for the name of a database.
  static func checked(_ url: String) throws -> String {
    guard ServerSettings.isPostgreSQL(url) else {
      throw ValidationError("--cluster \(url) is no address of PostgreSQL; it begins with postgresql://")
    }
    return url
  }

  func settings(_ catalog: CatalogOptions) throws -> ClusterSettings {
    ClusterSettings(
      log: try url, node: "", url: "", catalog: catalog.path, accounts: Catalog.accountsPath(of: catalog.path))
  }
}

extension ClusterInspection.Report {
  /// For a terminal.
  var lines: [String] {
    let leader = status.leader.map { String($0.prefix { $0 != "/" }) }
    let lease = status.leftMilliseconds > 0 ? "its lease ends in \(status.leftMilliseconds) ms" : "its lease has ended"
    var lines = [
      "cluster \(id), SQLite \(sqlite)",
      "leader  \(leader.map { "\($0), \(lease)" } ?? "none"), epoch \(status.epoch)",
      "log     entry \(status.head); it keeps \(entries) entries, \(entryBytes.formattedBytes)",
    ]
    lines += snapshots.map {
      "snapshot \($0.file), entry \($0.entry), \($0.bytes.formattedBytes), \($0.age) s old"
    }
    return lines + nodes.map(line(of:))
  }

  private func line(of node: NodeStatus) -> String {
    let seconds = node.seenMilliseconds / 1000
    let last = "entry \(node.applied) \(seconds) s ago, \(node.url), version \(node.version)"
    if node.role == NodeStatus.stopped { return "node    \(node.name), stopped; it had \(last)" }
    if seconds > 10 { return "node    \(node.name), not seen for \(seconds) s; it had \(last)" }
    let leads = status.leftMilliseconds > 0 && status.leader?.hasPrefix(node.name + "/") == true
    return "node    \(node.name), \(leads ? "leader" : "follower"), had \(last)"
  }

  var json: JSONValue {
    .object(
      JSONObject([
        ("cluster", .string(id)), ("sqlite", .string(sqlite)), ("schema", .string(schema)),
        ("epoch", .int(status.epoch)),
        ("leader", status.leader.map { .string(String($0.prefix { $0 != "/" })) } ?? .null),
        ("leaseMilliseconds", .int(status.leftMilliseconds)), ("head", .int(status.head)),
        ("entries", .int(entries)), ("entryBytes", .int(entryBytes)),
        (
          "snapshots",
          .array(
            snapshots.map {
              .object(
                JSONObject([
                  ("file", .string($0.file)), ("entry", .int($0.entry)), ("bytes", .int($0.bytes)),
                  ("age", .int($0.age)),
                ]))
            })
        ),
        (
          "nodes",
          .array(
            nodes.map {
              .object(
                JSONObject([
                  ("name", .string($0.name)), ("role", .string($0.role)), ("url", .string($0.url)),
                  ("entry", .int($0.applied)), ("seenMilliseconds", .int($0.seenMilliseconds)),
                  ("version", .string($0.version)), ("sqlite", .string($0.sqlite)),
                ]))
            })
        ),
      ]))
  }
}

extension Int64 {
  fileprivate var formattedBytes: String {
    switch self {
    case ..<10_000: "\(self) B"
    case ..<10_000_000: "\(self / 1000) kB"
    default: "\(self / 1_000_000) MB"
    }
  }
}
