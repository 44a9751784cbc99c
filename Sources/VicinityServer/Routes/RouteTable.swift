import CodedErrors
import Hummingbird

/// Finds the route of a request.
///
/// Steps of a path are compared after they are split and decoded, so that an id may contain a slash, written `%2F`.
struct RouteTable: Sendable {
  let routes: [Route]
  private var root = Node()

  private final class Node: @unchecked Sendable {
    var children: [String: Node] = [:]
    var any: Node?
    var routes: [HTTPRequest.Method: Int] = [:]
  }

  /// The result for a path and method.
  enum Found {
    /// A route, with the values of the parameters in its path.
    case route(Int, [String])
    /// A path with other methods.
    case otherMethods([HTTPRequest.Method])
    case nothing
  }

  init(_ routes: [Route]) {
    self.routes = routes
    for (number, route) in routes.enumerated() {
      var node = root
      for step in route.steps {
        if step.hasPrefix("{") {
          node.any = node.any ?? Node()
          node = node.any ?? Node()
        } else {
          let child = node.children[String(step)] ?? Node()
          node.children[String(step)] = child
          node = child
        }
      }
      precondition(node.routes[route.method] == nil, "\(route.path) has two routes")
      node.routes[route.method] = number
    }
  }

  /// - Parameter path: as in the request, percent-encoded.
  func find(_ method: HTTPRequest.Method, _ path: String) -> Found {
    var node = root
    var values: [String] = []
    for step in path.split(separator: "/") {
      guard let decoded = step.contains("%") ? String(step).removingPercentEncoding : String(step) else {
        return .nothing
      }
      if let child = node.children[decoded] {
        node = child
      } else if let any = node.any {
        values.append(decoded)
        node = any
      } else {
        return .nothing
      }
    }
    let wanted = method == .head ? .get : method
    if let number = node.routes[wanted] { return .route(number, values) }
    guard !node.routes.isEmpty else { return .nothing }
    var methods = Array(node.routes.keys)
    if methods.contains(.get) { methods.append(.head) }
    return .otherMethods((methods + [.options]).sorted { $0.rawValue < $1.rawValue })
  }

  /// The path that was most likely meant.
  func suggestion(for path: String) -> String? {
    Suggestion.nearest(to: path, among: routes.map(\.path).filter { !$0.contains("{") })
  }
}
