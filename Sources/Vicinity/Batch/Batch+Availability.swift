extension Batch {
  /// Makes a batch that tells of many stays whether their couches are free, in place of answering queries.
  ///
  /// A line is `{"id": couch, "from": date, "to": date, "guests": count}`, and so is its answer, with `available`, the `reasons` against it
  /// in words, and what is `taken` as triples of first night, day of departure and reason.
  /// - Parameter threads: how many lines are answered at a time; at least 1.
  public static func availability(in catalog: Catalog, threads: Int) -> Batch {
    Batch(catalog: catalog, threads: threads, clock: { Instant(secondsSince1970: 0) }) { form, _, _, json in
      let check = try StayCheck(json: form)
      check.write(try catalog.calendar(of: check.couch), to: &json)
    }
  }
}

/// One line that asks about a stay on a couch.
private struct StayCheck {
  let couch: String
  let stay: Query.Stay

  init(json form: JSONValue) throws(QueryError) {
    let members = try QueryMembers(
      form, path: "", keys: ["id", "from", "to", "guests"],
      example: #"{"id":"couch-3","from":"2026-12-01","to":"2026-12-05"}"#)
    guard let couch = Query.id(try members.required("id")) else {
      throw .wrongType(path: "id", found: "something else", expected: "the id of a couch", example: #""couch-3""#)
    }
    self.couch = couch
    guard case .object(var stay) = form else { throw .missing(path: "from", neededBy: "") }
    stay["id"] = nil
    self.stay = try Query.Stay(queryJSON: .object(stay), path: "")
  }

  func write(_ calendar: CouchCalendar, to json: inout JSONWriter) {
    let isFree = calendar.isFree(for: stay.nights, guests: stay.guests)
    let obstacles = isFree ? [] : calendar.obstacles(to: stay.nights, guests: stay.guests)
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
    }
    json.newline()
  }
}

extension JSONWriter {
  fileprivate mutating func taken(_ nights: Nights, by reason: TakenNights.Reason) {
    array { json in
      json.string(nights.from.description)
      json.string(nights.to.description)
      json.string(reason.rawValue)
    }
  }
}
