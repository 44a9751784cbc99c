import CivilTime
import CodedErrors
import Streams

/// A line of a signals file: an interaction of a member in another system, or a friendship.
enum ImportedSignal: Hashable {
  /// An interaction of a member with a listing.
  case interaction(listing: String, member: String, SignalKind, value: Double, at: Instant?)
  /// A friend of a member.
  case friendship(member: String, friend: String)

  private static let example = #"{"member":"member-31","listing":"bar-1","signal":"visit","value":3}"#
  private static let words = SignalKind.allCases.map(\.rawValue) + ["friend"]

  /// Parses the JSON form: `member`, `signal`, and `listing`, `value` and `at`, or `friend`.
  /// - Throws: `QueryError` with the path and what was expected there.
  init(json: JSONValue) throws(QueryError) {
    guard json.object != nil else {
      throw .wrongType(path: "the signal", found: json.typeName, expected: "an object", example: Self.example)
    }
    let members = try QueryMembers(
      json, path: "", keys: ["member", "listing", "signal", "value", "at", "friend"], example: Self.example)
    let fields = ActionMembers(members: members, verb: "a signal")
    let (member, word) = (try fields.name("member"), try fields.text("signal"))
    if word == "friend" {
      self = .friendship(member: member, friend: try fields.name("friend"))
      return
    }
    guard let kind = SignalKind(rawValue: word) else {
      throw .unknownWord(
        word, path: "signal", suggestion: Suggestion.nearest(to: word, among: Self.words), known: Self.words)
    }
    self = .interaction(
      listing: try fields.name("listing"), member: member, kind, value: try Self.value(of: kind, fields.members),
      at: try fields.instant("at"))
  }

  /// Numbers are accepted as names, since ids of other systems often are numeric.
  private static func value(of kind: SignalKind, _ members: QueryMembers) throws(QueryError) -> Double {
    let (range, allowed) = kind == .rating ? (1.0...5.0, "1 to 5 stars") : (0.0...1e9, "a number from 0 up")
    guard let value = members["value"], !value.isNull else {
      guard kind == .rating else { return 1 }
      throw .missing(path: "value", neededBy: "a rating")
    }
    return try value.queryNumber(at: "value", in: range, allowed: allowed, example: kind == .rating ? "4.5" : "3")
  }

  /// Parses a line of a table: member, listing, and an optional number of visits; or two friends.
  init?(fields: [Substring], _ form: SignalImport.Form) {
    guard fields.count >= 2, fields[..<2].allSatisfy({ SignalLimits.allow(member: String($0)) }) else { return nil }
    if form == .friends {
      self = .friendship(member: String(fields[0]), friend: String(fields[1]))
      return
    }
    guard let visits = fields.count > 2 ? Double(fields[2]) : 1, (0...1e9).contains(visits) else { return nil }
    self = .interaction(listing: String(fields[1]), member: String(fields[0]), .visit, value: visits, at: nil)
  }
}

extension ActionMembers {
  /// A required name; integers are accepted, since ids of other systems often are numeric.
  fileprivate func name(_ key: String) throws(QueryError) -> String {
    if case .int(let number)? = members[key] { return String(number) }
    let name = try text(key)
    guard SignalLimits.allow(member: name) else {
      throw .outOfRange(path: key, found: name.shortened, allowed: SignalLimits.allowedMember)
    }
    return name
  }
}
