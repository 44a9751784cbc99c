import Foundation
import GRDB
import Streams
import Vicinity
import VicinityAccounts

/// A switch of a couch: an item of an openHAB server, or of one with the same interface.
///
/// Source: openHAB, "REST API", items: `GET …/rest/items/NAME/state` answers the state as text, and
/// `POST …/rest/items/NAME` with a text is a command.
package struct HomeSwitch: Sendable {
  package enum State: String, CaseIterable, Sendable {
    case on = "ON"
    case off = "OFF"
  }

  package var listing: String
  package var name: String
  /// The item, without a slash at its end.
  package var url: String
  /// The bearer token of the server's requests.
  var token: String?
  /// Requests that have failed one after the other.
  var failures: Int
  /// The host for whom its address is looked up.
  var host: String?

  init(row: Row) {
    (listing, name, url, token) = (row["listing"], row["name"], row["url"], row["token"])
    host = row["host"]
    failures = row["failures"]
  }

  /// The token for another address of the switch: none at another server.
  func token(for url: String) -> String? {
    let (former, other) = (URL(string: self.url), URL(string: url))
    let isSame = former?.scheme == other?.scheme && former?.host == other?.host && former?.port == other?.port
    return isSame ? token : nil
  }

  /// Asks for the state; nil for one that is neither on nor off.
  package func state(by client: any OutgoingRequests) async throws -> State? {
    let answer = try await client.send(.init(.get, address("/state"), headers), for: host ?? "")
    guard answer.status == 200 else { throw OutgoingError.unreachable("it answered \(answer.status)") }
    return State(rawValue: String(decoding: answer.body.prefix(16), as: UTF8.self).trimmingSpaces.uppercased())
  }

  /// Switches.
  package func turn(_ state: State, by client: any OutgoingRequests) async throws {
    let request = OutgoingRequest(
      .post, try address(""), headers + [("Content-Type", "text/plain")], body: Array(state.rawValue.utf8))
    let answer = try await client.send(request, for: host ?? "")
    guard (200...299).contains(answer.status) else { throw OutgoingError.unreachable("it answered \(answer.status)") }
  }

  private var headers: [(String, String)] { token.map { [("Authorization", "Bearer \($0)")] } ?? [] }

  private func address(_ suffix: String) throws -> URL { try OutgoingRequest.check(url + suffix, at: "url") }
}
