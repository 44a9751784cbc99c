import CivilTime
import Streams
import Vicinity

extension Batch {
  /// Makes a batch that checks the availability of couches for stays, instead of answering queries.
  ///
  /// A line is `{"id": couch, "from": date, "to": date, "guests": count}`; the answer has the same members, with
  /// `available`, the `reasons` against it as text, `taken` as triples of first night, day of departure and reason and,
  /// if it is free, `price` and `currency`.
  /// - Parameters:
  ///   - catalog: the catalog with the couches.
  ///   - threads: the number of lines processed in parallel; at least 1.
  ///   - message: the text of an error line.
  ///   - clock: the time of booking.
  public static func availability(
    in catalog: Catalog, threads: Int, message: @escaping @Sendable (any Error) -> String = { "\($0)" },
    clock: @escaping @Sendable () -> Instant
  ) -> Batch {
    Batch(catalog: catalog, threads: threads, budget: .unlimited, message: message, clock: clock) {
      form, now, _, lines in
      let check = try StayCheck(json: form)
      check.write(try catalog.calendar(of: check.couch), at: now, to: &lines.json)
    }
  }
}

/// One line with a stay on a couch.
private struct StayCheck {
  let couch: String
  let stay: Query.Stay

  private static let example = #"{"id":"couch-3","from":"2026-12-01","to":"2026-12-05"}"#

  init(json form: JSONValue) throws(QueryError) {
    do throws(QueryError) { try self.init(members: form) } catch {
      guard case .missing(let key, _, _) = error else { throw error }
      throw .missing(path: "the key \"\(key)\"", neededBy: "a line such as \(Self.example)")
    }
  }

  private init(members form: JSONValue) throws(QueryError) {
    let members = try QueryMembers(
      form, path: "", keys: ["id", "from", "to", "guests"], example: Self.example)
    guard let couch = Query.id(try members.required("id")) else {
      throw .wrongType(path: "id", found: "something else", expected: "the id of a couch", example: #""couch-3""#)
    }
    self.couch = couch
    guard case .object(var stay) = form else { throw .missing(path: "from", neededBy: "") }
    stay["id"] = nil
    self.stay = try Query.Stay(queryJSON: .object(stay), path: "")
  }

  func write(_ calendar: AvailabilityCalendar, at now: Instant, to json: inout JSONWriter) {
    let isFree = calendar.isFree(for: stay.nights, guests: stay.guests, at: now)
    let obstacles = isFree ? [] : calendar.obstacles(to: stay.nights, guests: stay.guests, at: now)
    json.object { json in
      json.key("id")
      json.string(couch)
      json.key("from")
      json.string(stay.nights.from.description)
      json.key("to")
      json.string(stay.nights.to.description)
      json.key("available")
      json.bool(isFree)
      json.key("reasons")
      json.array { json in for obstacle in obstacles { json.string(obstacle.description(in: .utc)) } }
      json.key("taken")
      json.array { json in
        for case .nightsTaken(let nights, let reason) in obstacles { json.taken(nights, by: reason) }
      }
      if isFree, let price = calendar.price(of: stay.nights) { json.members(price: price) }
    }
    json.newline()
  }
}

extension JSONWriter {
  fileprivate mutating func members(price: Price) {
    key("price")
    double(price.amount, decimals: 3)
    member("currency", price.currency)
  }

  fileprivate mutating func taken(_ nights: Nights, by reason: TakenNights.Reason) {
    array { json in
      json.string(nights.from.description)
      json.string(nights.to.description)
      json.string(reason.rawValue)
    }
  }
}
