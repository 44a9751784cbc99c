import Foundation
import GRDB
import Streams
import Vicinity
import VicinityAccounts

/// A rule by which the temperature outside turns a switch.
package struct WeatherRule: Sendable {
  var listing: String
  var name: String
  /// With `{lat}` and `{lon}` for the public point of the couch.
  var url: String
  /// The position of the temperature in the response (RFC 6901).
  var pointer: String
  /// Whether the condition holds above the degrees, or below them.
  var isAbove: Bool
  var degrees: Double
  /// The state of the switch when the condition starts to hold.
  var state: HomeSwitch.State
  /// The state when the condition stops holding; nil leaves it unchanged.
  var otherwise: HomeSwitch.State?
  /// Whether it held at the last look; nil before the first one.
  var holds: Bool?
  /// The temperature at the last look.
  var degreesNow: Double?
  var failures: Int

  init(row: Row) {
    (listing, name, url, pointer) = (row["listing"], row["name"], row["url"], row["pointer"])
    (isAbove, degrees, holds) = (row["above"], row["degrees"], row["holds"])
    state = HomeSwitch.State(rawValue: row["state"]) ?? .off
    otherwise = (row["otherwise"] as String?).flatMap(HomeSwitch.State.init)
    (degreesNow, failures) = (row["degrees_now"], row["failures"])
  }

  package static let example =
    #"{"url":"https://weather.example/now?lat={lat}&lon={lon}","pointer":"/temperature","below":5,"state":"ON"}"#

  package init(json: JSONValue, listing: String, name: String) throws {
    let members = try QueryMembers(
      json, path: "", keys: ["url", "pointer", "above", "below", "state", "otherwise"], example: Self.example)
    url = try members.required("url").queryString(
      at: "url", expected: "an address", example: #""https://weather.example""#)
    _ = try OutgoingRequest.check(url.replacing("{lat}", with: "0").replacing("{lon}", with: "0"), at: "url")
    let host = url.split(separator: "//", maxSplits: 1).last?.prefix { !"/?#".contains($0) } ?? ""
    guard !host.contains("{") else {
      throw QueryError.outOfRange(
        path: "url", found: url.shortened, allowed: "{lat} and {lon} after the host, as in \(Self.example)")
    }
    pointer = try members.required("pointer").queryString(
      at: "pointer", expected: "a JSON pointer", example: #""/current/temperature""#)
    guard pointer.hasPrefix("/"), TextLimit(1...200).allows(pointer) else {
      throw QueryError.outOfRange(
        path: "pointer", found: pointer.shortened, allowed: "a JSON pointer such as /temperature")
    }
    func number(_ key: String) throws -> Double? {
      try members[key]?.queryNumber(at: key, in: -100...100, allowed: "-100 to 100 degrees", example: "5")
    }
    switch (try number("above"), try number("below")) {
    case (let above?, nil): (isAbove, degrees) = (true, above)
    case (nil, let below?): (isAbove, degrees) = (false, below)
    default: throw QueryError.conflict("a rule has one of above and below")
    }
    func state(_ key: String) throws -> HomeSwitch.State? {
      guard let text = try members.string(key, expected: "ON or OFF", example: #""ON""#) else { return nil }
      guard let state = HomeSwitch.State(rawValue: text) else {
        throw QueryError.unknownWord(text, path: key, suggestion: nil, known: HomeSwitch.State.allCases.map(\.rawValue))
      }
      return state
    }
    guard let wanted = try state("state") else { throw QueryError.missing(path: "state", neededBy: "a rule") }
    (self.state, otherwise, self.listing, self.name) = (wanted, try state("otherwise"), listing, name)
    (holds, degreesNow, failures) = (nil, nil, 0)
  }

  package var json: JSONValue {
    var object = JSONObject([
      ("url", .string(url)), ("pointer", .string(pointer)), (isAbove ? "above" : "below", .double(degrees)),
      ("state", .string(state.rawValue)),
    ])
    object["otherwise"] = otherwise.map { .string($0.rawValue) }
    object["temperature"] = degreesNow.map { .double($0) }
    object["holds"] = holds.map { .bool($0) }
    return .object(object)
  }

  /// Requests the temperature.
  /// - Parameter host: whose share of look-ups of names it takes.
  func temperature(
    latitude: Double, longitude: Double, for host: String, by client: any OutgoingRequests
  ) async throws -> Double {
    let text = url.replacing("{lat}", with: "\(latitude)").replacing("{lon}", with: "\(longitude)")
    guard let address = try? OutgoingRequest.check(text, at: "url") else {
      throw OutgoingError.unreachable("\(text.shortened) is not an address")
    }
    let answer = try await client.send(.init(.get, address), for: host)
    guard answer.status == 200 else { throw OutgoingError.unreachable("it answered \(answer.status)") }
    guard let json = try? JSONParser.parse(answer.body), let number = json.value(at: pointer)?.number,
      number.isFinite
    else { throw OutgoingError.unreachable("its response has no number at \(pointer)") }
    return number
  }

  func isTrue(at temperature: Double) -> Bool { isAbove ? temperature > degrees : temperature < degrees }
}

extension JSONValue {
  /// The value to which a JSON pointer leads (RFC 6901); nil when it leads nowhere.
  func value(at pointer: String) -> JSONValue? {
    let steps = pointer.dropFirst().split(separator: Character("/"), omittingEmptySubsequences: false).map(String.init)
    return steps.reduce(Optional(self)) { value, step in
      let key = step.replacing("~1", with: "/").replacing("~0", with: "~")
      if let array = value?.array { return Int(key).flatMap { array.indices.contains($0) ? array[$0] : nil } }
      return value?.object?[key]
    }
  }
}
