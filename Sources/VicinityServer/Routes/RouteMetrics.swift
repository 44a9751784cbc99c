import CoreMetrics
import Hummingbird
import Synchronization
import VicinityHTTP

/// The metrics of requests, labeled by the template of their route, so that their number is bounded by the table.
final class RouteMetrics: Sendable {
  private let factory: PrometheusRegistry
  private let templates: [String]
  private let counters: Mutex<[UInt64: Counter]> = Mutex([:])
  private let timers: [CoreMetrics.Timer]
  private let refusals: Mutex<[String: Counter]> = Mutex([:])
  let bytesSent: Counter
  let active: CoreMetrics.Gauge
  let waiting: CoreMetrics.Gauge

  /// Their descriptions, by their names on the page.
  static let help = [
    "vicinity_http_requests_total": "Answered requests by route and status.",
    "vicinity_http_request_duration_seconds": "Time from the head of a request to the head of its answer.",
    "vicinity_http_response_bytes_total": "Bytes of sent bodies, after compression.",
    "vicinity_http_requests_refused_total":
      "Requests and connections that were refused for a limit or lack of resources, by reason.",
    "vicinity_http_requests_active": "Requests in progress, including streams.",
    "vicinity_questions_on_threads": "Queries that run on threads or wait for one.",
  ]

  /// The label of requests that lead to no route.
  private static let noRoute = "none"

  init(_ routes: [Route], _ factory: PrometheusRegistry) {
    self.factory = factory
    templates = routes.map { "\($0.method.rawValue) \($0.path)" } + [Self.noRoute]
    timers = templates.map {
      CoreMetrics.Timer(label: "vicinity.http.request.duration", dimensions: [("route", $0)], factory: factory)
    }
    bytesSent = Counter(label: "vicinity.http.response.bytes", dimensions: [], factory: factory)
    active = CoreMetrics.Gauge(label: "vicinity.http.requests.active", dimensions: [], factory: factory)
    waiting = CoreMetrics.Gauge(label: "vicinity.questions.on.threads", dimensions: [], factory: factory)
  }

  /// The statuses of requests that are refused for a limit or lack of resources.
  private static let refusing: Set<HTTPResponse.Status> = [
    .contentTooLarge, .uriTooLong, .tooManyRequests, .requestHeaderFieldsTooLarge, .serviceUnavailable,
    .init(code: 507),
  ]

  /// Counts a request that ended with a problem, if it was refused.
  func count(_ problem: Problem) {
    guard Self.refusing.contains(problem.status) else { return }
    refused(problem.limit?.name ?? problem.code)
  }

  /// Counts a refusal.
  /// - Parameter reason: a limit, or the code of a problem.
  func refused(_ reason: String) {
    refusals.withLock { refusals in
      if let known = refusals[reason] { return known }
      let new = Counter(label: "vicinity.http.requests.refused", dimensions: [("reason", reason)], factory: factory)
      refusals[reason] = new
      return new
    }.increment()
  }

  /// Counts a request.
  /// - Parameter route: its number in the table; nil without one.
  func count(_ route: Int?, _ status: HTTPResponse.Status, _ duration: Duration) {
    let number = route ?? templates.count - 1
    let key = UInt64(number) << 16 | UInt64(status.code)
    let counter = counters.withLock { counters in
      if let known = counters[key] { return known }
      let new = Counter(
        label: "vicinity.http.requests", dimensions: [("route", templates[number]), ("status", "\(status.code)")],
        factory: factory)
      counters[key] = new
      return new
    }
    counter.increment()
    let parts = duration.components
    timers[number].recordNanoseconds(parts.seconds * 1_000_000_000 + parts.attoseconds / 1_000_000_000)
  }
}
