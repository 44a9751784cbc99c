import CivilTime
import Geography

/// A partial outing with a couch and possibly an event.
struct OutingDraft {
  let couch: Outing.Stop
  /// The price of the nights.
  private let stayPrice: Price?
  var event: Event?

  /// An occurrence that ends on an evening of the stay.
  struct Event {
    let stop: Outing.Stop
    let evening: LocalDate
    let starts: Instant
    let over: Instant
    let isEndKnown: Bool
    let zone: Zone
  }

  init?(_ match: Match) {
    guard let couch = Outing.Stop(match) else { return nil }
    self.couch = couch
    stayPrice = match.stayPrice?.price
  }

  /// The draft with an event; nil when the event does not end on the evening, or is already over.
  func adding(event match: Match, on evening: Evening, after now: Instant) -> OutingDraft? {
    guard let stop = Outing.Stop(match), let zone = match.zone, let starts = match.starts else { return nil }
    let over = match.ends ?? starts + OutingRequest.unknownLengthSeconds
    guard over > now, evening.admits(over: over, in: zone) else { return nil }
    var draft = self
    draft.event = Event(
      stop: stop, evening: evening.date, starts: starts, over: over, isEndKnown: match.ends != nil, zone: zone)
    return draft
  }

  /// The outing completed with a bar; nil when it exceeds the maximum price.
  func outing(with bar: Match, _ request: OutingRequest, _ voteAware: VoteAwareMean) -> Outing? {
    guard let event, let stop = Outing.Stop(bar) else { return nil }
    let price = price(with: stop, request)
    guard request.affords(price) else { return nil }
    let meters = couch.walkMeters + event.stop.walkMeters + stop.walkMeters
    let ratings = [couch, event.stop, stop].reduce(0) { $0 + voteAware.mean(of: $1.listing) }
    return Outing(
      couch: couch, event: event.stop, bar: stop, evening: event.evening, starts: event.starts, over: event.over,
      isEndKnown: event.isEndKnown, arrival: event.over + 60 * Query.Travel.walking.minutes(for: stop.walkMeters),
      closes: bar.opening?.nextChange, zone: event.zone,
      wayBackMeters: Metric.wgs84.meters(from: stop.listing.coordinate, to: couch.listing.coordinate), price: price,
      score: OutingScore(walk: meters, price: price?.amount, rating: ratings, for: request))
  }

  /// The upper bound of the score: missing places are assumed adjacent, free and rated five stars.
  func best(_ request: OutingRequest, _ voteAware: VoteAwareMean) -> OutingScore {
    let stops = [couch] + (event.map { [$0.stop] } ?? [])
    // Slightly above five, so that rounding cannot make the bound too low.
    let missing = Double(3 - stops.count) * 5.000001
    return OutingScore(
      walk: stops.reduce(0) { $0 + $1.walkMeters }, price: price(with: nil, request)?.amount,
      rating: stops.reduce(missing) { $0 + voteAware.mean(of: $1.listing) }, for: request)
  }

  /// The price so far; nil when it cannot be summed up.
  private func price(with bar: Outing.Stop?, _ request: OutingRequest) -> Price? {
    var price = OutingPrice()
    price.add(stayPrice, times: 1)
    if let event { price.add(event.stop.listing.price, times: request.guests) }
    if let bar { price.add(bar.listing.price, times: request.guests) }
    return price.total
  }
}

extension Outing.Stop {
  init?(_ match: Match) {
    guard let listing = match.listing, let distance = match.distanceMeters else { return nil }
    self.init(listing: listing, walkMeters: distance)
  }
}

extension OutingRequest {
  fileprivate func affords(_ price: Price?) -> Bool {
    guard maxPrice != nil || currency != nil else { return true }
    guard let price else { return false }
    if let currency, price.minorUnits > 0, price.currency != currency { return false }
    return price.amount <= maxPrice ?? .infinity
  }
}

extension VoteAwareMean {
  /// The mean of a listing; that of the catalog for an unrated one.
  func mean(of listing: Listing) -> Double {
    listing.rating.map { mean(rating: $0, votes: listing.ratingCount ?? -1) } ?? prior
  }
}
