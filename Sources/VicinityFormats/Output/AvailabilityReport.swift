import CivilTime
import Streams
import Vicinity

/// The availability of a listing as text and as JSON.
public struct AvailabilityReport: Sendable {
  private let availability: Availability
  private let clock: LocalTimeText
  private var listing: Listing { availability.listing }
  private var reasons: [String] { availability.obstacles.map { $0.description(in: clock.zone) } }

  /// Makes a report with times relative to `now`.
  public init(_ availability: Availability, at now: Instant) {
    self.availability = availability
    clock = LocalTimeText(zone: availability.listing.timeZone.flatMap(Zone.init(identifier:)) ?? .utc, now: now)
  }

  /// The verdict on one line, and one line per reason.
  public var text: String {
    let name = listing.name.map { "\($0.printable) (\(listing.id))" } ?? listing.id
    let lines = reasons + [freeText, priceText].compactMap { $0 }
    return (["\(name): \(verdict)"] + lines.map { "  \($0.printable)" }).joined(separator: "\n")
  }

  private var verdict: String {
    switch (availability.isAvailable, listing.kind) {
    case (nil, _): "not known"
    case (true?, .couch): "free"
    case (false?, .couch): "not free"
    case (_, .bar), (_, .event): openText
    }
  }

  private var openText: String {
    let isOn = availability.isAvailable == true
    if isOn, let opening = availability.opening { return opening.sentence(kind: listing.kind, clock: clock) }
    return listing.kind == .bar ? (isOn ? "open" : "not open") : (isOn ? "on" : "not on")
  }

  private var freeText: String? {
    guard let free = availability.free else { return nil }
    return "free from \(free.from?.description ?? "any day before") until \(free.until?.description ?? "any day after")"
  }

  private var priceText: String? {
    availability.price.map { "the stay costs \($0.minorUnits == 0 ? "nothing" : $0.text)" }
  }

  /// `available` is true, false, or null when unknown.
  public var json: JSONValue {
    var object = JSONObject([
      ("id", .string(listing.id)), ("available", availability.isAvailable.map { .bool($0) } ?? .null),
      ("reasons", .array(reasons.map { .string($0) })),
    ])
    if let opening = availability.opening {
      object["open"] = .string(opening.state.rawValue)
      object["opensOrCloses"] = opening.nextChange.map { .string($0.iso8601(in: clock.zone)) }
      object["openComment"] = opening.comment.map { .string($0) }
      object["openRule"] = opening.rule.map { .string($0) }
    }
    object["freeFrom"] = availability.free?.from.map { .string($0.description) }
    object["freeUntil"] = availability.free?.until.map { .string($0.description) }
    object["price"] = availability.price.map { .double($0.amount) }
    object["currency"] = availability.price?.currency.map { .string($0) }
    return .object(object)
  }
}
