import Streams

/// Why a listing is recommended: its score, what that is the sum of, and what speaks for it.
public final class MatchScore: Sendable {
  /// The sum of the parts.
  public let parts: ScoreParts
  /// What speaks for it, the most first.
  public let reasons: [Reason]
  /// Whose score it is; of several members the one who likes it least.
  public let member: String
  /// Whether several were asked about.
  package let isOfGroup: Bool
  /// What would make it the first; nil unless asked for.
  public let counterfactual: String?

  /// Something that speaks for a listing.
  public struct Reason: Hashable, Sendable {
    /// What it is.
    public var source: Source
    /// Its points; those of all listings and friends are the part `taste`, but for rounding.
    public var points: Double
  }

  /// What a reason comes from.
  public enum Source: Hashable, Sendable {
    /// A listing that the member likes.
    case listing(id: String, name: String?)
    /// So many members whom the member knows like it.
    case friends(count: Int)
    /// What the member likes has this tag.
    case tag(String)
    /// It lies where the member likes to be.
    case haunt
    /// Many like it.
    case popularity
    /// Nothing is known of the member: what is popular, near and good counts alone.
    case nothingKnown(member: String)
  }

  init(_ parts: ScoreParts, _ reasons: [Reason], member: String, isOfGroup: Bool, counterfactual: String?) {
    (self.parts, self.reasons, self.member) = (parts, reasons, member)
    (self.isOfGroup, self.counterfactual) = (isOfGroup, counterfactual)
  }

  /// Whether nothing is known of the member.
  public var isFallback: Bool {
    reasons.contains { if case .nothingKnown = $0.source { true } else { false } }
  }

  /// The sum of the parts.
  public var total: Double { parts.total }
}

// MARK: Output

extension MatchScore {
  /// How many listings a sentence names.
  private static let listingsTold = 2

  package var partsValue: FieldValue {
    let told = ScoreParts.Name.allCases.filter { parts[$0] != 0 }
    return .structure(
      .object(JSONObject(told.map { ($0.word, .double(parts[$0])) })),
      text: told.map { "\($0.word) \(Self.roundedPoints(parts[$0]))" }.joined(separator: " + "))
  }

  package var reasonsValue: FieldValue { .structure(.array(reasons.map(\.json)), text: sentence) }

  /// The score for people.
  package static func roundedPoints(_ points: Double) -> String { FieldValue.decimal(points, places: 3).plainText }

  /// The reasons in words.
  private var sentence: String {
    let liked = reasons.compactMap { reason -> String? in
      if case .listing(let id, let name) = reason.source, reason.points > 0 { name ?? id } else { nil }
    }
    var words: [String] = []
    if !liked.isEmpty { words.append("you like \(liked.prefix(Self.listingsTold).joined(separator: " and "))") }
    for reason in reasons {
      switch reason.source {
      case .listing: break
      case .friends(let count): words.append(count == 1 ? "a friend likes it" : "\(count) friends like it")
      case .tag(let tag): words.append("you like \(tag)")
      case .haunt: words.append("near where you go")
      case .popularity: words.append("popular")
      case .nothingKnown(let member): words.append("nothing is known of \(member)")
      }
    }
    return words.joined(separator: "; ")
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
    case .haunt: object = JSONObject([("haunt", .bool(true))])
    case .popularity: object = JSONObject([("popularity", .bool(true))])
    case .nothingKnown(let member): object = JSONObject([("nothingKnown", .string(member))])
    }
    object["points"] = .double(points)
    return .object(object)
  }
}
