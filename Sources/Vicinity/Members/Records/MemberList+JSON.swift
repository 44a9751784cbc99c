import CivilTime
import Streams

// One line of JSON for every row, with local times of the place.

extension Listing {
  fileprivate var zone: Zone { timeZone.flatMap(Zone.init(identifier:)) ?? .utc }

  fileprivate var row: JSONObject {
    var object = JSONObject([("id", .string(id)), ("kind", .string(kind.rawValue))])
    object["name"] = name.map { .string($0) }
    object["image"] = image.map { .string($0) }
    return object
  }

  fileprivate func addPrice(to object: inout JSONObject) {
    object["price"] = price.map { .double($0.amount) }
    object["currency"] = price?.currency.map { .string($0) }
  }
}

private func distance(_ meters: Double?) -> JSONValue? {
  meters.map { .double(($0 * 1000).rounded() / 1000) }
}

extension MemberList.Favorite {
  /// `id`, `kind`, `name`, `image`, `distance` in meters, `starts`, `ends` and `status` of events, `operatingStatus` of
  /// what is not in business, `price`, `currency`, `since`.
  public var json: JSONValue {
    var object = listing.row
    object["distance"] = distance(distanceMeters)
    object["starts"] = starts.map { .string($0.iso8601(in: listing.zone)) }
    object["ends"] = ends.map { .string($0.iso8601(in: listing.zone)) }
    object["status"] = listing.status.map { .string($0.rawValue) }
    object["operatingStatus"] = listing.operatingStatus.map { .string($0.rawValue) }
    listing.addPrice(to: &object)
    object["since"] = .string(since.iso8601(in: listing.zone))
    return .object(object)
  }
}

extension MemberList.Today {
  /// `id`, `kind`, `name`, `image`, `distance` in meters, `from`, `to`, `price`, `currency`.
  public var json: JSONValue {
    var object = listing.row
    object["distance"] = distance(distanceMeters)
    object["from"] = .string(from.iso8601(in: listing.zone))
    object["to"] = to.map { .string($0.iso8601(in: listing.zone)) }
    listing.addPrice(to: &object)
    return .object(object)
  }
}

extension MemberList.Joined {
  /// `id`, `kind`, `name`, `image`, `status`, `starts`, `ends`, `place`, `cost`, `joined`, `capacity`, and `over` or
  /// `cancelled` if true.
  public var json: JSONValue {
    var object = listing.row
    object["status"] = .string(attendance.status.rawValue)
    for member in attendance.details.members { object[member.key] = member.value }
    object["ends"] = ends.map { .string($0.iso8601(in: listing.zone)) }
    if isOver { object["over"] = .bool(true) }
    if isCancelled { object["cancelled"] = .bool(true) }
    return .object(object)
  }
}

extension MemberList.Hosted {
  /// `id`, `kind`, `name`, `image`, `rating`, `ratingCount`, and the counts.
  public var json: JSONValue {
    var object = listing.row
    object["rating"] = listing.rating.map { .double($0) }
    object["ratingCount"] = listing.ratingCount.map { .int(Int64($0)) }
    let counts = [("favourites", favorites), ("joined", joined), ("waiting", waiting), ("requests", requests)]
    for (name, count) in counts { object[name] = .int(Int64(count)) }
    return .object(object)
  }
}

extension HiddenListing {
  /// `id`, `kind`, `name`, `image`, `reason`, `at`.
  public var json: JSONValue {
    var object = listing.row
    object["reason"] = .string(reason)
    object["at"] = .string(at.iso8601(in: listing.zone))
    return .object(object)
  }
}

extension MemberList.Attendees {
  /// An object for each: `member`, `status`, `place` on the waiting list, `since`, and `starts` of the occurrence.
  public var json: [JSONValue] {
    attendees.map { attendee in
      var object = JSONObject([("member", .string(attendee.member)), ("status", .string(attendee.status.rawValue))])
      object["place"] = attendee.place.map { .int(Int64($0)) }
      object["since"] = .string(attendee.since.iso8601(in: listing.zone))
      object["starts"] = .string(starts.iso8601(in: listing.zone))
      return .object(object)
    }
  }
}

extension MemberList.ToRate {
  /// `id`, `kind`, `name`, `image`, `starts`.
  public var json: JSONValue {
    var object = listing.row
    object["starts"] = .string(starts.iso8601(in: listing.zone))
    return .object(object)
  }
}

extension MemberList.Rated {
  /// `id`, `kind`, `name`, `image`, `stars`, `text`, `at`.
  public var json: JSONValue {
    var object = listing.row
    object["stars"] = .double(review.stars.number)
    object["text"] = review.text.map { .string($0) }
    object["at"] = .string("\(review.at)")
    return .object(object)
  }
}

extension MemberList.Past {
  /// `id`, `kind`, `name`, `image`, `what`, and when: `at` of a visit, `starts` and `ends` of an event, `from`, `to`
  /// and `booking` of a stay.
  public var json: JSONValue {
    var object = listing.row
    object["what"] = .string(what.rawValue)
    switch what {
    case .visit: object["at"] = .string(from.iso8601(in: listing.zone))
    case .event:
      object["starts"] = .string(from.iso8601(in: listing.zone))
      object["ends"] = to.map { .string($0.iso8601(in: listing.zone)) }
    case .stay:
      object["from"] = booking.map { .string("\($0.nights.from)") }
      object["to"] = booking.map { .string("\($0.nights.to)") }
      object["booking"] = booking.map { .string($0.id) }
    }
    return .object(object)
  }
}

extension MemberList.Review {
  /// `member`, `stars`, `text`, `at`.
  public var json: JSONValue {
    var object = JSONObject([("member", .string(member)), ("stars", .double(stars.number))])
    object["text"] = text.map { .string($0) }
    object["at"] = .string("\(at)")
    return .object(object)
  }
}

extension RatingSummary {
  /// `id`, `rating`, `ratingCount`, `source` with the source's own values, and `distribution`, the members' votes by
  /// stars.
  public var json: JSONValue {
    var object = JSONObject([("id", .string(listing))])
    object["rating"] = mean.map { .double($0) }
    object["ratingCount"] = .int(Int64(votes))
    if let sourceMean {
      object["source"] = .object(
        JSONObject([("rating", .double(sourceMean)), ("ratingCount", .int(Int64(sourceVotes)))]))
    }
    let counts = (2...10).compactMap(Stars.init(halves:)).map { ("\($0)", JSONValue.int(Int64(count(of: $0)))) }
    object["distribution"] = .object(JSONObject(counts))
    return .object(object)
  }
}

extension HostRating {
  /// `member`, `listings`, `rating`, `ratingCount`, `voteAware`.
  public var json: JSONValue {
    var object = JSONObject([("member", .string(member)), ("listings", .int(Int64(listings)))])
    object["rating"] = mean.map { .double($0) }
    object["ratingCount"] = .int(Int64(votes))
    object["voteAware"] = voteAwareMean.map { .double($0) }
    return .object(object)
  }
}
