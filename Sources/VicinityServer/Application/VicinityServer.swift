import CivilTime
import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL
import ServiceLifecycle
import Streams
import Vicinity

/// A catalog on the web: the application as a value, without a clock, an environment or file names of its own.
///
///     let server = try VicinityServer(
///       catalog: catalog, settings: ServerSettings(), logger: Logger(label: "server")) { .current }
///     try await server.run()
public struct VicinityServer: Sendable {
  let services: Services
  let table: RouteTable
  private let logger: Logger
  private let encryption: TLSConfiguration?

  /// The routes, in the order of the documentation.
  static var routes: [Route] {
    let groups: [[Route]] = [
      SearchRoutes.all, FeatureRoutes.all, TileRoutes.all, BaseMapRoutes.all, ListingRoutes.all, ListingTimeRoutes.all,
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
  ///   - logger: where to log; requests are logged at the level `debug`, without what they ask.
  ///   - clock: the present time.
  /// - Throws: `SettingError` for a catalog on a network file system, because the index of its log lives on one
  ///   machine, and for a base map, folder of assets, certificate or key that cannot be read.
  public init(
    catalog: Catalog, settings: ServerSettings, logger: Logger, clock: @escaping @Sendable () -> Instant
  ) throws {
    try NetworkFileSystem.refuse(catalog.path)
    encryption = try Self.encryption(settings)
    var settings = settings
    settings.maxConnections = min(settings.maxConnections, OpenFiles.mostConnections)
    let registry = PrometheusRegistry(help: RouteMetrics.help)
    let routes = Self.routes
    let keys = KeyStore(catalog: catalog.path)
    let folder = MediaFolder(catalog: catalog.path, keys: keys)
    services = Services(
      settings: settings, routes: routes, gate: WorkGate(catalog, settings), keys: keys,
      members: MemberServices(catalog, keys, folder, settings, logger, clock: clock),
      limiter: RateLimiter(rate: settings.rate, burst: settings.burst),
      held: ByteShares(settings.maxHeld, ofClient: settings.clientHeld),
      uploads: ByteShares(settings.maxUploads, ofClient: settings.clientUploads), audit: AuditLog(keys: keys),
      metrics: RouteMetrics(routes, registry), registry: registry, tiles: TileCache(bytes: settings.tileCache),
      pictures: PictureStore(folder),
      baseMap: try BaseMap(settings), assets: try PageAssets(settings), state: ServerState(), logger: logger,
      clock: clock)
    table = RouteTable(routes)
    self.logger = logger
  }

  /// The application: what answers requests, with its sockets.
  ///
  /// - Parameter onRunning: gets the port once the server listens.
  func application(
    onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
  ) throws -> Application<Responder> {
    let settings = services.settings
    return Application(
      responder: Responder(table: table, services: services, logger: logger), server: try channel(),
      configuration: ApplicationConfiguration(
        address: .hostname(settings.host, port: settings.port), serverName: "vicinity",
        backlog: 1024, availableConnectionsDelegate: MaximumAvailableConnections(settings.maxConnections)),
      services: settings.metricsPort.map { [MetricsServer(services: services, port: $0, logger: logger)] } ?? [],
      onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? settings.port) },
      logger: logger)
  }

  private func channel() throws -> HTTPServerBuilder {
    let settings = services.settings
    let plain = GuardedHTTPChannel.builder(settings)
    return try encryption.map { try .tls(plain, tlsConfiguration: $0) } ?? plain
  }

  private static func encryption(_ settings: ServerSettings) throws -> TLSConfiguration? {
    guard let certificate = settings.tlsCertificate, let key = settings.tlsKey else { return nil }
    func read<Value>(_ name: String, _ path: String, _ body: () throws -> Value) throws -> Value {
      do { return try body() } catch {
        throw SettingError(name: name, problem: "\"\(path)\" cannot be read as a PEM file: \(error)")
      }
    }
    let certificates = try read("tls-certificate", certificate) { try NIOSSLCertificate.fromPEMFile(certificate) }
    let secret = try read("tls-key", key) { try NIOSSLPrivateKey(file: key, format: .pem) }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: certificates.map { .certificate($0) }, privateKey: .privateKey(secret))
    configuration.minimumTLSVersion = .tlsv12
    return configuration
  }

  /// Runs until the process gets SIGTERM or SIGINT: then no request is taken any more, and those that run have
  /// `stop-timeout` seconds.
  ///
  /// - Parameter onRunning: gets the port once the server listens.
  /// - Throws: `SettingError` when it cannot listen; errors of the catalog.
  public func run(onRunning: @escaping @Sendable (Int) async -> Void = { _ in }) async throws {
    try await services.gate.warmUp(at: services.clock())
    _ = await PageSettings.overview(services)
    let members = MemberService(services: services, logger: logger)
    await members.begin()
    let application = try application(onRunning: onRunning)
    var configuration = ServiceGroupConfiguration(
      services: [
        .init(service: application), .init(service: members),
        .init(service: Stopping(services: services, logger: logger)),
      ],
      gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration = .seconds(services.settings.stopSeconds)
    defer {
      services.catalog.close()
      services.keys.close()
      logger.notice("stopped")
    }
    do { try await ServiceGroup(configuration: configuration).run() } catch let error as IOError {
      throw SettingError.cannotListen("port", services.settings.host, services.settings.port, error)
    } catch let error as SocketAddressError.UnknownHost {
      throw SettingError(name: "host", problem: "\"\(error.host)\" is no address of this machine, such as 127.0.0.1")
    }
  }
}

/// Turns readiness off once the server stops.
private struct Stopping: Service, CustomStringConvertible {
  let services: Services
  let logger: Logger
  var description: String { "readiness" }

  func run() async throws {
    try await gracefulShutdown()
    services.state.stop()
    // Streams end; their clients come back to the server that follows.
    services.members.changes.bells.ringAll()
    logger.notice("stopping: no new request is taken")
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
      let reply = OperationRoutes.metricsReply(services)
      guard case .bytes(let buffer) = reply.body else { return Response(status: .ok) }
      return Response(
        status: .ok, headers: [.contentType: reply.mediaType], body: .init(byteBuffer: buffer))
    }
    let host = services.settings.host
    let application = Application(
      router: router, configuration: .init(address: .hostname(host, port: port)), logger: logger)
    do { try await application.run() } catch let error as IOError {
      throw SettingError.cannotListen("metrics-port", host, port, error)
    }
  }
}

extension SettingError {
  fileprivate static func cannotListen(_ name: String, _ host: String, _ port: Int, _ error: IOError) -> SettingError {
    let reason = String(cString: strerror(error.errnoCode))
    return SettingError(
      name: name, problem: "the server cannot listen on \(host):\(port): \(reason). Choose another with --\(name).")
  }
}
