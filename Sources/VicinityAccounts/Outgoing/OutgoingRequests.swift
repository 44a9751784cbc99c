import CodedErrors
import Foundation
import Streams

/// Sends requests to addresses that members have chosen.
package protocol OutgoingRequests: Sendable {
  /// Sends a request.
  ///
  /// - Parameter member: whose share of look-ups of names it takes.
  /// - Returns: the answer, whatever its status.
  /// - Throws: `OutgoingError`; `CancellationError`.
  func send(_ request: OutgoingRequest, for member: String) async throws -> OutgoingAnswer
}

/// A request to an address that a member has chosen.
package struct OutgoingRequest: Sendable {
  /// Its method.
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  package var method: Method
  package var url: URL
  package var headers: [(name: String, value: String)]
  package var body: [UInt8]

  package init(_ method: Method, _ url: URL, _ headers: [(String, String)] = [], body: [UInt8] = []) {
    (self.method, self.url, self.body) = (method, url, body)
    self.headers = headers.map { (name: $0.0, value: $0.1) }
  }

  /// Reads the address of a request.
  ///
  /// - Parameter path: where the text is in the body of the member's request.
  /// - Throws: `OutgoingAddressError` for one that is not `http` or `https`, or has a password in it.
  package static func check(_ text: String, at path: String) throws -> URL {
    guard text.utf8.count <= 2000, let url = URL(string: text), let scheme = url.scheme?.lowercased(),
      ["http", "https"].contains(scheme), let host = url.host, !host.isEmpty, url.user == nil, url.password == nil
    else { throw OutgoingAddressError(path: path, text: text) }
    return url
  }
}

/// An answer, with the beginning of its body.
package struct OutgoingAnswer: Sendable {
  package var status: Int
  package var body: [UInt8]

  package init(status: Int, body: [UInt8]) { (self.status, self.body) = (status, body) }
}

/// A text that is not an address to which requests can be sent.
package struct OutgoingAddressError: CodedError, Hashable {
  /// Where it is in the body of the member's request.
  package var path: String
  var text: String

  package var code: String { "out-of-range" }
  package var description: String { "\(path): \(text.shortened) is not a URL such as https://example.org/hook" }
}

/// Why a request to an address of a member was not answered.
package enum OutgoingError: Error, CustomStringConvertible, Equatable {
  /// An address of a network that the operator does not allow.
  case forbidden(String)
  case unreachable(String)

  package var description: String {
    switch self {
    // Members do not learn where a name leads in the network of the server.
    case .forbidden: "its host is not on the public Internet"
    case .unreachable(let reason): reason
    }
  }
}
