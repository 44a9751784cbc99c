import Streams
import Vicinity

extension Recommendation {
  /// The maximum number of reasons shown.
  private static let reasonsTold = 3

  /// The recommendation on one line.
  public var text: String { "\(Self.rounded(score))  \(listing)  \(because)" }

  /// One JSON object; all numbers rounded to four decimals.
  public var json: JSONValue {
    .object(
      JSONObject([
        ("id", .string(listing)), ("score", .double(Self.rounded(score))), ("because", .array(reasons.map(\.json))),
      ]))
  }

  private var because: String {
    let liked = reasons.compactMap { reason -> String? in
      if case .listing(let id) = reason.source, reason.score > 0 { id } else { nil }
    }
    var parts = liked.isEmpty ? [] : ["you like \(liked.prefix(Self.reasonsTold).joined(separator: ", "))"]
    for reason in reasons {
      switch reason.source {
      case .friends(let count): parts.append(count == 1 ? "a friend does" : "\(count) friends do")
      case .popularity: parts.append("many do")
      default: break
      }
    }
    return parts.isEmpty ? "" : "because " + parts.joined(separator: ", ")
  }

  fileprivate static func rounded(_ score: Double) -> Double { (score * 1e4).rounded() / 1e4 }
}

extension Recommendation.Reason {
  fileprivate var json: JSONValue {
    var object: JSONObject
    switch source {
    case .listing(let id): object = JSONObject([("listing", .string(id))])
    case .friends(let count): object = JSONObject([("friends", .int(Int64(count)))])
    case .category: object = JSONObject([("category", .bool(true))])
    case .popularity: object = JSONObject([("popularity", .bool(true))])
    }
    object["score"] = .double(Recommendation.rounded(score))
    return .object(object)
  }
}
