import CivilTime
import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Streams
import Vicinity
import VicinityAccounts
import VicinityHTTP

/// A catalog on the web: the application as a value, without a clock, an environment or file names of its own.
///
///     let server = try VicinityServer(
///       catalog: catalog, settings: ServerSettings(), logger: Logger(label: "server")) { .now }
///     try await server.run()
public struct VicinityServer: Sendable {
  let services: Services
  let table: RouteTable
  private let logger: Logger
  private let encryption: Encryption?
  /// As the settings say; fewer where the process may not have that many files.
  private let wantedConnections: Int

  /// The routes, in the order of the documentation.
  static var routes: [Route] {
    let groups: [[Route]] = [
      SearchRoutes.all, ModelRoutes.all, FeatureRoutes.all, TileRoutes.all, PlaceTileRoutes.all, BaseMapRoutes.all,
      ListingRoutes.all, ListingTimeRoutes.all,
      PictureRoutes.all, AreaRoutes.all, MapPageRoutes.all, AccountRoutes.all, SessionRoutes.all, MeRoutes.all,
      MemberPictureRoutes.all, OwnDataRoutes.all,
      MemberRoutes.all, ActionRoutes.all, ApplyRoutes.all, BookingRoutes.all, ListRoutes.all,
      ConversationRoutes.all, MessageRoutes.all, MediaRoutes.all, ChangeRoutes.all, ReportRoutes.all, AlertRoutes.all,
      CalendarRoutes.all, HomeRoutes.all,
      OperationRoutes.all,
    ]
    return groups.flatMap { $0.map(\.withFormat) }
  }

  /// Makes a server; it listens once it runs.
  ///
  /// - Parameters:
  ///   - catalog: opened for writing if listings are to be changed.
  ///   - settings: where to listen, and all limits.
  ///   - logger: the logger; requests are logged at the level `debug`, without their queries.
  ///   - cluster: the node of a cluster that this server is, which has opened the catalog; nil for a server of its own.
  ///   - clock: the current time.
  /// - Throws: `SettingError` for a catalog on a network file system, because the index of its log lives on one
  ///   machine, and for a base map, folder of assets, certificate or key that cannot be read.
  package init(
    catalog: Catalog, settings: ServerSettings, logger: Logger, cluster: (any ClusterMember)?,
    clock: @escaping @Sendable () -> Instant
  ) throws {
    // Time does not go back when another node leads, whatever its clock says.
    let given = clock
    let clock: @Sendable () -> Instant = {
      max(given(), cluster.map { Instant(secondsSince1970: $0.state.lastTime) } ?? .distantPast)
    }
    try NetworkFileSystem.refuse(catalog.path)
    encryption = try Encryption(settings)
    var settings = settings
    wantedConnections = settings.maxConnections
    settings.maxConnections = min(settings.maxConnections, OpenFiles.mostConnections)
    let registry = PrometheusRegistry(help: RouteMetrics.help)
    let routes = settings.switches ? Self.routes : Self.routes.filter { !HomeRoutes.paths.contains($0.path) }
    let file =
      if let cluster {
        AccountsFile(catalog: catalog.path, recordedBy: cluster.accountsLog)
      } else {
        catalog.isWritable ? AccountsFile(catalog: catalog.path) : AccountsFile(readingBeside: catalog.path)
      }
    let folder = MediaFolder(catalog: catalog.path, file: file, cluster: cluster)
    services = Services(
      settings: settings, routes: routes, gate: WorkGate(catalog, settings), accountsFile: file,
      folder: folder, followedMedia: MediaFollower(folder, logger),
      erasure: cluster.map { LogErasure(file, folder, by: $0) },
      cluster: try cluster.map { [settings] in try ClusterPassage($0, settings, logger) },
      keys: KeyStore(file),
      members: MemberServices(catalog, file, folder, settings, logger, clock: clock),
      limiter: RateLimiter(rate: settings.rate, burst: settings.burst),
      held: ByteShares(settings.maxHeld, ofClient: settings.clientHeld),
      uploads: ByteShares(settings.maxUploads, ofClient: settings.clientUploads), audit: AuditLog(file: file),
      metrics: RouteMetrics(routes, registry), registry: registry, tiles: TileCache(bytes: settings.tileCache),
      pictures: PictureStore(folder),
      baseMap: try BaseMap(settings), assets: try PageAssets(settings), state: ServerState(),
      readiness: Readiness(catalog: catalog, file: file, folder: folder, logger: logger),
      accessLog: try AccessLog(settings), logger: logger, clock: clock)
    table = RouteTable(routes)
    self.logger = logger
  }

  /// Makes a server of its own; it listens once it runs.
  ///
  /// - Parameters:
  ///   - catalog: opened for writing if listings are to be changed.
  ///   - settings: where to listen, and all limits.
  ///   - logger: the logger; requests are logged at the level `debug`, without their queries.
  ///   - clock: the current time.
  /// - Throws: `SettingError` for a catalog on a network file system, because the index of its log lives on one
  ///   machine, and for a base map, folder of assets, certificate or key that cannot be read.
  public init(
    catalog: Catalog, settings: ServerSettings, logger: Logger, clock: @escaping @Sendable () -> Instant
  ) throws {
    try self.init(catalog: catalog, settings: settings, logger: logger, cluster: nil, clock: clock)
  }

  /// The application that answers requests, with its sockets.
  ///
  /// - Parameter onRunning: gets the port once the server listens.
  func application(
    onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
  ) throws -> Application<Responder> {
    let settings = services.settings
    return Application(
      responder: Responder(table: table, services: services, logger: logger),
      server: GuardedHTTPChannel.builder(settings, encryption) { [metrics = services.metrics] in
        metrics.refused("client-connections")
      },
      configuration: ApplicationConfiguration(
        address: .hostname(settings.host, port: settings.port), serverName: "vicinity",
        backlog: 1024, availableConnectionsDelegate: MaximumAvailableConnections(settings.maxConnections)),
      services: settings.metricsPort.map { [MetricsServer(services: services, port: $0, logger: logger)] } ?? [],
      onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? settings.port) },
      logger: Self.ofFrameworks(logger))
  }

  /// Reloads the certificates, and reopens the access log: for a file that has been replaced or moved away.
  ///
  /// Failures are logged, and the former certificate or file stays in use.
  public func reload() {
    if let encryption {
      do {
        try encryption.reload()
        logger.notice("certificates were reloaded")
      } catch {
        logger.error("certificates cannot be reloaded; the previous ones stay in use", metadata: ["error": "\(error)"])
      }
    }
    if let log = services.accessLog {
      if log.reopen() {
        logger.notice("the access log was reopened")
      } else {
        logger.error("the access log cannot be reopened; the former file stays in use")
      }
    }
  }

  /// Runs until the process gets SIGTERM or SIGINT: then no further requests are accepted, and running ones have
  /// `stop-timeout` seconds.
  ///
  /// - Parameters:
  ///   - lock: taken before the catalog was opened; without one it is taken here, unless the catalog is only read.
  ///   - onRunning: gets the port once the server listens.
  /// - Throws: `SettingError` when it cannot listen, and when another server has the catalog; errors of the catalog.
  public func run(
    lock: ServingLock? = nil, onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
  ) async throws {
    let held = try lock ?? lockIfNeeded()
    defer { held?.release() }
    noteStart(held)
    services.streets.begin(services.baseMap, logger)
    try await services.gate.warmUp(at: services.clock())
    _ = await PageSettings.overview(services)
    let (roles, roleChanges) = AsyncStream<Bool>.makeStream()
    let members = MemberService(services: services, roles: roles, logger: logger)
    if let cluster = services.cluster {
      cluster.shareTags()
      cluster.member.begin(
        .init(catalog: services.catalog, accounts: services.accountsFile),
        ServerListener(services: services, roles: roleChanges))
    } else {
      await members.begin()
    }
    let application = try application(onRunning: onRunning)
    var configuration = ServiceGroupConfiguration(
      services: [
        .init(service: application), .init(service: members),
        .init(service: Stopping(services: services, logger: logger)),
      ],
      gracefulShutdownSignals: [.sigterm, .sigint], logger: Self.ofFrameworks(logger))
    configuration.maximumGracefulShutdownDuration = .seconds(services.settings.stopSeconds)
    let outcome: Result<Void, any Error>
    do { outcome = .success(try await ServiceGroup(configuration: configuration).run()) } catch {
      outcome = .failure(error)
    }
    services.accounts.outbox.stop()
    await services.accounts.outbox.waitForEnd()
    if let cluster = services.cluster {
      cluster.member.stop()
      await cluster.stop()
    }
    services.catalog.close()
    services.accountsFile.close()
    logger.notice("stopped")
    do { try outcome.get() } catch let error as IOError {
      throw SettingError.cannotListen("port", services.settings.host, services.settings.port, error)
    } catch let error as SocketAddressError.UnknownHost {
      throw SettingError(
        name: "host", problem: "\"\(error.host)\" is not an address of this machine, such as 127.0.0.1")
    } catch let error as ServiceGroupError {
      logger.critical("a part of the server has ended", metadata: ["error": "\(error)"])
      throw SettingError(name: "serve", problem: "a part of the server has ended by itself; the log says which")
    }
  }

  private func lockIfNeeded() throws -> ServingLock? {
    guard services.catalog.isWritable else { return nil }
    return try ServingLock(catalog: services.catalog.path, waiting: services.settings.takeoverSeconds) {
      [logger, services] holder in
      ServingLock.noteWaiting(for: holder, seconds: services.settings.takeoverSeconds, logger)
    }
  }

  /// Logs what an operator should know about the start.
  func noteStart(_ lock: ServingLock?) {
    let settings = services.settings
    if let lock, !lock.isHeld {
      logger.warning("no lock can be created next to the catalog; make sure that no other server uses it")
    }
    if wantedConnections > settings.maxConnections {
      logger.warning(
        "fewer connections than max-connections: the process may not open more files (ulimit -n, LimitNOFILE)",
        metadata: ["max-connections": "\(wantedConnections)", "possible": "\(settings.maxConnections)"])
    }
    if let mode = (try? FileManager.default.attributesOfItem(atPath: services.catalog.path)[.posixPermissions]) as? Int,
      mode & 0o077 != 0, services.catalog.isWritable
    {
      logger.warning(
        "others may read the catalog, which has private places (chmod 600)",
        metadata: ["mode": "\(String(mode & 0o777, radix: 8))"])
    }
    noteAccounts()
    services.readiness.look()
  }

  /// Opens the accounts file, so that its errors are logged at the start.
  private func noteAccounts() {
    guard services.catalog.isWritable, let file = try? services.accountsFile.database() else { return }
    if let migration = file.migration {
      logger.notice(
        "the accounts file is up to date now",
        metadata: ["steps": "\(migration.steps.joined(separator: "; "))", "copy": "\(migration.copy ?? "")"])
    }
    // A server that has run before stores news, which depends on the accounts file.
    if file.isNew, (try? services.catalog.settings().contains(.news)) == true {
      logger.warning(
        """
        there was no accounts file next to a catalog that was served before; an empty one was created. If there were \
        accounts, stop the server and restore their file
        """, metadata: ["file": "\(file.path)"])
    }
  }

  /// The log of the frameworks: their warnings, and everything at the levels for developers.
  static func ofFrameworks(_ logger: Logger) -> Logger {
    var quiet = logger
    quiet.logLevel = logger.logLevel <= .debug ? logger.logLevel : max(logger.logLevel, .warning)
    quiet.handler = WithoutCancellation(handler: quiet.handler)
    return quiet
  }
}

extension ServingLock {
  /// Logs that a server waits for another one.
  public static func noteWaiting(for holder: String?, seconds: Int, _ logger: Logger) {
    logger.notice(
      "another server uses the catalog; waiting until it stops (a read-only server need not wait)",
      metadata: ["process": "\(holder ?? "unknown")", "seconds": "\(seconds)"])
  }
}

/// Leaves out that tasks were cancelled: connections that have not ended when the server stops.
private struct WithoutCancellation: LogHandler {
  var handler: any LogHandler

  var logLevel: Logger.Level {
    get { handler.logLevel }
    set { handler.logLevel = newValue }
  }
  var metadata: Logger.Metadata {
    get { handler.metadata }
    set { handler.metadata = newValue }
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { handler[metadataKey: key] }
    set { handler[metadataKey: key] = newValue }
  }

  func log(event: LogEvent) {
    if event.message.description.hasSuffix("CancellationError()") { return }
    handler.log(event: event)
  }
}

/// Turns readiness off once the server stops.
private struct Stopping: Service, CustomStringConvertible {
  let services: Services
  let logger: Logger
  var description: String { "readiness" }

  func run() async throws {
    try await gracefulShutdown()
    // Another node leads before this one refuses connections.
    if let cluster = services.cluster {
      try? await NIOThreadPool.singleton.runIfActive { cluster.member.resign() }
    }
    services.state.stop()
    // Streams end; their clients come back to the server that follows.
    services.members.changes.signals.notifyAll()
    services.accounts.outbox.stop()
    logger.notice("stopping: no new requests are accepted")
  }
}

/// Answers `/metrics` on a port of its own.
private struct MetricsServer: Service, CustomStringConvertible {
  let services: Services
  let port: Int
  let logger: Logger
  var description: String { "metrics" }

  func run() async throws {
    let router = Router()
    router.get("metrics") { [services] _, _ in
      let reply = try await OperationRoutes.metricsReply(services)
      guard case .bytes(let buffer) = reply.body else { return Response(status: .ok) }
      return Response(
        status: .ok, headers: [.contentType: reply.mediaType], body: .init(byteBuffer: buffer))
    }
    let host = services.settings.host
    let application = Application(
      router: router, configuration: .init(address: .hostname(host, port: port)),
      logger: VicinityServer.ofFrameworks(logger))
    do { try await application.run() } catch let error as IOError {
      throw SettingError.cannotListen("metrics-port", host, port, error)
    }
  }
}

extension SettingError {
  fileprivate static func cannotListen(_ name: String, _ host: String, _ port: Int, _ error: IOError) -> SettingError {
    let reason = String(cString: strerror(error.errnoCode))
    return SettingError(
      name: name, problem: "the server cannot listen on \(host):\(port): \(reason). --\(name) chooses another.")
  }
}
