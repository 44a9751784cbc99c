import CivilTime
import Geography
import Streams
import TestSupport
import Testing

@testable import Vicinity

extension Catalog {
  /// Performs actions, each as JSON.
  func perform(_ forms: [String], at now: Instant) throws {
    for form in forms { _ = try perform(Action(json: JSONParser.parse(form.utf8)), at: now) }
  }

  /// The records of some members, without the listings themselves, and the public data of some listings.
  func traces(of members: [String], at listings: [String]) throws -> [String] {
    var lines: [String] = []
    for member in members {
      var records = try #require(try records(of: member).object)
      records["listings"] = nil
      lines.append("\(member): \(JSONValue.object(records).text)")
    }
    for id in listings {
      guard let listing = try listing(id) else {
        lines.append("no \(id)")
        continue
      }
      lines.append("\(listing.exactJSONText) \(try reviews(of: id).summary)")
      if listing.kind == .couch { lines.append("\(try calendar(of: id).taken)") }
    }
    return lines
  }
}

/// A couch with a host, and an event of the same host.
enum TracedListings {
  static var couch: Listing {
    var couch = Listing(id: "couch", kind: .couch, coordinate: Coordinate(latitude: 48, longitude: 9))
    (couch.host, couch.guests, couch.timeZone, couch.name) = ("hana", 2, "UTC", "Dachkammer")
    (couch.rating, couch.ratingCount) = (4, 10)
    return couch
  }

  /// - Parameter starts: seconds from now.
  static func party(starts: Int64) -> Listing {
    var party = Listing(id: "party", kind: .event, coordinate: Coordinate(latitude: 48, longitude: 9))
    (party.host, party.starts, party.capacity, party.timeZone) = ("hana", SeededWorld.now + starts, 1, "UTC")
    return party
  }

  static let members = ["ana", "bela", "csilla", "hana", "zoe"]
}
