import Geography
import Streams

/// Why a listing is recommended: its score, the parts of it, and the reasons.
public final class MatchScore: Sendable {
  /// The sum of the parts.
  public let parts: ScoreParts
  /// The reasons, strongest first.
  public let reasons: [Reason]
  /// The member whose score it is; in a group, the member who likes it least.
  public let member: String
  /// Whether the query asks for several members.
  package let isOfGroup: Bool
  private let change: CounterfactualWords?

  /// The change that would rank it first; nil unless requested.
  public var counterfactual: String? { counterfactual(in: .metric) }

  /// The change that would rank it first, with a distance in the given units; nil unless requested.
  public func counterfactual(in units: DistanceUnits) -> String? { change?.text(in: units) }

  /// A reason for recommending a listing.
  public struct Reason: Hashable, Sendable {
    /// The source of the reason.
    public var source: Source
    /// Its points; the points of all listings and friends sum up to the part `taste`, except for rounding.
    public var points: Double
  }

  /// The source of a reason.
  public enum Source: Hashable, Sendable {
    /// A listing that the member likes.
    case listing(id: String, name: String?)
    /// The number of the member's friends who like it.
    case friends(count: Int)
    /// The member likes listings with this tag.
    case tag(String)
    /// It lies in one of the member's home areas.
    case homeArea
    /// Many members like it.
    case popularity
    /// Nothing is known about the member: only popularity, distance and quality contribute.
    case nothingKnown(member: String)
  }

  init(_ parts: ScoreParts, _ reasons: [Reason], member: String, isOfGroup: Bool, counterfactual: CounterfactualWords?)
  {
    (self.parts, self.reasons, self.member) = (parts, reasons, member)
    (self.isOfGroup, change) = (isOfGroup, counterfactual)
  }

  /// Whether nothing is known about the member.
  public var isFallback: Bool {
    reasons.contains { if case .nothingKnown = $0.source { true } else { false } }
  }

  /// The sum of the parts.
  public var total: Double { parts.total }
}

// MARK: Output

extension MatchScore {
  /// The maximum number of listings named in a sentence.
  private static let listingsShown = 2

  package var partsValue: FieldValue {
    FieldValue(points: ScoreParts.Name.allCases.map { ($0.word, parts[$0]) })
  }

  package var reasonsValue: FieldValue { .structure(.array(reasons.map(\.json)), text: sentence) }

  /// The score as text.
  package static func roundedPoints(_ points: Double) -> String { FieldValue.decimal(points, places: 3).plainText }

  /// The reasons as a sentence.
  private var sentence: String {
    let liked = reasons.compactMap { reason -> String? in
      if case .listing(let id, let name) = reason.source, reason.points > 0 { name ?? id } else { nil }
    }
    var words: [String] = []
    if !liked.isEmpty { words.append("you like \(liked.prefix(Self.listingsShown).joined(separator: " and "))") }
    for reason in reasons {
      switch reason.source {
      case .listing: break
      case .friends(let count): words.append(count == 1 ? "a friend likes it" : "\(count) friends like it")
      case .tag(let tag): words.append("you like \(tag)")
      case .homeArea: words.append("near where you go")
      case .popularity: words.append("popular")
      case .nothingKnown(let member): words.append("nothing is known about \(member)")
      }
    }
    return words.joined(separator: "; ")
  }
}

extension FieldValue {
  /// The parts of a score that are not 0.
  init(points parts: [(name: String, points: Double)]) {
    let shown = parts.filter { $0.points != 0 }
    self = .structure(
      .object(JSONObject(shown.map { ($0.name, .double($0.points)) })),
      text: shown.map { "\($0.name) \(MatchScore.roundedPoints($0.points))" }.joined(separator: " + "))
  }
}

extension MatchScore.Reason {
  fileprivate var json: JSONValue {
    var object: JSONObject
    switch source {
    case .listing(let id, let name):
      object = JSONObject([("listing", .string(id))])
      object["name"] = name.map { .string($0) }
    case .friends(let count): object = JSONObject([("friends", .int(Int64(count)))])
    case .tag(let tag): object = JSONObject([("tag", .string(tag))])
    case .homeArea: object = JSONObject([("homeArea", .bool(true))])
    case .popularity: object = JSONObject([("popularity", .bool(true))])
    case .nothingKnown(let member): object = JSONObject([("nothingKnown", .string(member))])
    }
    object["points"] = .double(points)
    return .object(object)
  }
}
