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

  /// The routes, in the order of the documentation.
  static var routes: [Route] {
    SearchRoutes.all + FeatureRoutes.all + TileRoutes.all + BaseMapRoutes.all + ListingRoutes.all + PictureRoutes.all
      + AreaRoutes.all
      + OperationRoutes.all
  }

  /// Makes a server; it listens once it runs.
  ///
  /// - Parameters:
  ///   - catalog: opened for writing if listings are to be changed.
  ///   - settings: where to listen, and all limits.
  ///   - logger: where to log; requests are logged at the level `debug`, without what they ask.
  ///   - clock: the present time.
  /// - Throws: `SettingError` for a catalog on a network file system: the index of its log lives on one machine; and for a
  ///   base map that cannot be read.
  public init(
    catalog: Catalog, settings: ServerSettings, logger: Logger, clock: @escaping @Sendable () -> Instant
  ) throws {
    try NetworkFileSystem.refuse(catalog.path)
    var settings = settings
    settings.maxConnections = min(settings.maxConnections, OpenFiles.mostConnections)
    let registry = PrometheusRegistry()
    let routes = Self.routes
    let keys = KeyStore(catalog: catalog.path)
    services = Services(
      settings: settings, routes: routes, gate: WorkGate(catalog, settings), keys: keys,
      limiter: RateLimiter(rate: settings.rate, burst: settings.burst), audit: AuditLog(keys: keys),
      metrics: RouteMetrics(routes, registry), registry: registry, tiles: TileCache(bytes: settings.tileCache),
      pictures: PictureStore(catalog: catalog.path, keys: keys),
      baseMap: try settings.baseMap.map { try BaseMap(path: $0) }, state: ServerState(), logger: logger, clock: clock)
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
    guard let certificate = settings.tlsCertificate, let key = settings.tlsKey else { return plain }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: try NIOSSLCertificate.fromPEMFile(certificate).map { .certificate($0) },
      privateKey: .privateKey(try NIOSSLPrivateKey(file: key, format: .pem)))
    configuration.minimumTLSVersion = .tlsv12
    return try .tls(plain, tlsConfiguration: configuration)
  }

  /// Runs until the process gets SIGTERM or SIGINT: then no request is taken any more, and those that run have
  /// `stop-timeout` seconds.
  ///
  /// - Parameter onRunning: gets the port once the server listens.
  public func run(onRunning: @escaping @Sendable (Int) async -> Void = { _ in }) async throws {
    try await services.gate.warmUp(at: services.clock())
    let application = try application(onRunning: onRunning)
    var configuration = ServiceGroupConfiguration(
      services: [.init(service: application), .init(service: Stopping(state: services.state))],
      gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration = .seconds(services.settings.stopSeconds)
    try await ServiceGroup(configuration: configuration).run()
  }
}

/// Turns readiness off once the server stops.
private struct Stopping: Service {
  let state: ServerState

  func run() async throws {
    try await gracefulShutdown()
    state.stop()
  }
}

/// Answers `/metrics` on a port of its own.
private struct MetricsServer: Service {
  let services: Services
  let port: Int
  let logger: Logger

  func run() async throws {
    let router = Router()
    router.get("metrics") { [services] _, _ in
      let reply = OperationRoutes.metricsReply(services)
      guard case .bytes(let buffer) = reply.body else { return Response(status: .ok) }
      return Response(
        status: .ok, headers: [.contentType: reply.mediaType], body: .init(byteBuffer: buffer))
    }
    try await Application(
      router: router, configuration: .init(address: .hostname(services.settings.host, port: port)), logger: logger
    ).run()
  }
}
