import Geography

extension Relaxation {
  /// The change as text: `350 m farther`, `20 min later`, `2 EUR more`, `without tag smoking`, `with jazz instead of
  /// jaz`.
  public var words: String { words(in: .metric) }

  /// The change as text, with distances in the given units.
  public func words(in units: DistanceUnits) -> String {
    guard unknown.isEmpty else {
      return "with \(nearest.joined(separator: ", ")) instead of \(unknown.joined(separator: ", "))"
    }
    guard let change else { return dropText }
    let size = abs(change)
    // Rounded up, so that the change shown is sufficient.
    let distance = Distance.meters(size).text(in: units, rounding: .up)
    return switch filter {
    case "radius": "\(distance) farther"
    case "within": "a box extended by \(distance)"
    case "group.max": "\(distance) farther for one person"
    case "along.width": "\(distance) farther off the route"
    case "price.max": "\(money(size)) more"
    case "price.min": "\(money(size)) less"
    case "nightPrice.max": "\(money(size)) more a night"
    case "nightPrice.min": "\(money(size)) less a night"
    case "price.maxLevel": Self.count(size, "price level") + " higher"
    case "rating.min": size == 1 ? "one star less" : "\(size.plainText) stars less"
    case "rating.minCount": Self.count(size, "rating") + " fewer"
    case "stay": Self.count(size, "day") + (change < 0 ? " earlier" : " later")
    case "stay.guests": Self.count(size, "guest") + " fewer"
    default: "\(Self.minutes(size)) later"
    }
  }

  private var dropText: String {
    switch filter {
    case "tags.any": "without the wanted tags"
    case "price.max", "price.min": "without the price limit"
    case "nightPrice.max", "nightPrice.min": "without the limit on the price of a night"
    case "price.currency", "nightPrice.currency": "in any currency"
    case "price.maxLevel": "at any price level"
    case "rating.min", "rating.minCount": "without the rating limit"
    case "kinds": "of any kind"
    case "text": "without the words"
    case "within": "anywhere"
    case "radius", "group.max": "at any distance"
    case "stay", "stay.guests": "without the stay"
    case "during": query.during == .named(.any) ? "at any time" : "at another time"
    case "open": "open or not"
    case "filter": "without \(expression ?? "the filter")"
    case "tags.all", "tags.none": "without tag \(tag ?? "")"
    default:
      QueryPart.table.first { $0.key == filter }?.condition?.without ?? "without \(filter)"
    }
  }

  private func money(_ amount: Double) -> String { Price.text(of: amount, currency) }

  static func count(_ number: Double, _ word: String) -> String {
    number == 1 ? "one \(word)" : "\(number.plainText) \(word)s"
  }

  /// `25 min`, `1 h 20 min`, `3 h`, `2 days 4 h`.
  package static func minutes(_ minutes: Double) -> String {
    let total = Int(minutes)
    guard total >= 60 else { return "\(total) min" }
    let (hours, rest) = (total / 60, total % 60)
    guard hours >= 24 else { return rest == 0 ? "\(hours) h" : "\(hours) h \(rest) min" }
    return "\(count(Double(hours / 24), "day"))\(hours % 24 == 0 ? "" : " \(hours % 24) h")"
  }
}

extension Finding {
  /// The margin as text: `1.2 km outside`, `25 min later`, `€8.00 above`; nil without one.
  public var marginText: String? { marginText(in: .metric) }

  /// The margin as text, with distances in the given units.
  public func marginText(in units: DistanceUnits) -> String? {
    guard let margin, let unit else { return nil }
    let size = abs(margin)
    switch unit {
    case .meters:
      let outside = filter == "group.max" ? "too far" : "outside"
      return "\(Distance.meters(size).text(in: units)) \(passed ? "to spare" : outside)"
    case .minutes: return "\(Relaxation.minutes(size)) \(passed ? "to spare" : "later")"
    case .amount:
      let money = Price.text(of: size, currency)
      let isMost = filter == "price.max" || filter == "nightPrice.max"
      return "\(money) \(isMost == passed ? "below" : "above")"
    case .levels: return "\(Relaxation.count(size, "level")) \(passed ? "below" : "above")"
    case .stars: return "\(size.plainText) \(size == 1 ? "star" : "stars") \(passed ? "above" : "below")"
    case .votes: return "\(Relaxation.count(size, "rating")) \(passed ? "more" : "too few")"
    case .guests: return "\(Relaxation.count(size, "guest")) \(passed ? "to spare" : "too many")"
    case .nights: return "free \(Relaxation.count(size, "day")) \(margin < 0 ? "earlier" : "later")"
    case .places: return "\(Relaxation.count(size, "place")) \(passed ? "to spare" : "beyond")"
    }
  }
}
