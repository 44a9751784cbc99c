import CivilTime
import Geography
import Streams
import Vicinity

extension Reason.Counterfactual {
  /// The change as text: `first if 200 m nearer`, `first if 3 EUR cheaper`.
  public var words: String { words(in: .metric) }

  /// The change as text, with distances in the given units.
  public func words(in units: DistanceUnits) -> String {
    // Rounded up, so that the change shown is sufficient.
    let distance = Distance.meters(by).text(in: units, rounding: .up)
    let amount = FieldValue.decimal(by, places: Price.minorUnitsPerMajor(of: currency) > 100 ? 3 : 2).plainText
    let money = currency.map { "\(amount) \($0)" } ?? amount
    let more = key.isDescending
    return switch key.property {
    case .distance: "first if \(distance) \(more ? "farther" : "nearer")"
    case .price: "first if \(money) \(more ? "dearer" : "cheaper")"
    case .rating: "first if rated \(FieldValue.decimal(by, places: 4).plainText) \(more ? "better" : "worse")"
    case .start: "first if \(Relaxation.minutes(by)) \(more ? "later" : "earlier")"
    case .open: "first if open \(Relaxation.minutes(by)) \(more ? "later" : "earlier")"
    case .route: "first if \(distance) \(more ? "later" : "earlier") on the route"
    case .spread: "first if the distances differed \(distance) \(more ? "more" : "less")"
    default: ""
    }
  }
}

extension Reason {
  /// The reason as one JSON object: `rank`, `id`, `keys` with their values, and `firstIf`.
  public var json: JSONValue {
    var object = JSONObject([("rank", .int(Int64(rank))), ("id", .string(match.id))])
    object["keys"] = .object(
      JSONObject(values.map { ($0.key.rawValue, $0.number.map { .double($0.roundedTo(places: 4)) } ?? .null) }))
    object["firstIf"] = counterfactual.map { counterfactual in
      var change = JSONObject([("key", .string(counterfactual.key.rawValue))])
      change["by"] = .double(counterfactual.by.roundedTo(places: 4))
      change["unit"] = .string(counterfactual.unit.rawValue)
      change["currency"] = counterfactual.currency.map { .string($0) }
      change["words"] = .string(counterfactual.words)
      return .object(change)
    }
    return .object(object)
  }
}

/// Reasons as a table.
public struct ReasonTable: Sendable {
  private let reasons: [Reason]

  /// Makes the table of the results of one query.
  public init(_ reasons: [Reason]) { self.reasons = reasons }

  /// A row for each result; empty without any.
  public func text(_ style: TableStyle = TableStyle(), units: DistanceUnits = .metric) -> String {
    let keys = reasons.first?.values.map { $0.key.rawValue.uppercased() } ?? []
    var table = TextTable(
      headings: ["RANK"] + keys + ["NAME", "WHY NOT FIRST", "ID"], alignedRight: Set(0...keys.count))
    table.rows = reasons.map { reason in
      ["\(reason.rank)"] + reason.values.map { Self.text($0, units) }
        + [reason.match.listing?.name ?? "", reason.counterfactual?.words(in: units) ?? "", reason.match.id]
    }
    return table.text(style)
  }

  private static func text(_ value: Reason.Value, _ units: DistanceUnits) -> String {
    guard let number = value.number else { return value.key.property == .name ? "" : "unknown" }
    return switch value.key.property {
    case .distance, .route, .spread: Distance.meters(number).text(in: units)
    case .rating: FieldValue.decimal(number, places: 3).plainText
    case .start, .end: "\(Instant(secondsSince1970: Int64(number)))"
    case .open: number == 0 ? "open" : "in \(Relaxation.minutes(number.rounded(.up)))"
    default: number.plainText
    }
  }
}
