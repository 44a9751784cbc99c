import Streams
import Vicinity

extension Dependents {
  /// The counts by their JSON keys, with the words for one.
  private var counts: [(name: String, count: Int, singular: String)] {
    [
      ("bookings", bookings, "booking"), ("favourites", favorites, "favorite"),
      ("attendances", attendances, "attendance"), ("ratings", ratings, "rating"), ("visits", visits, "visit"),
    ]
  }

  /// The counts on one line: `3 favorites, 1 rating`.
  public var text: String {
    let parts = counts.filter { $0.count > 0 }.map { $0.count.counted($0.singular) }
    let title = name.map { "\($0.printable) (\(listing.printable))" } ?? listing.printable
    let open = openBookings > 0 ? "; \(openBookings) of the bookings \(openBookings == 1 ? "is" : "are") open" : ""
    return "\(title): \(parts.isEmpty ? "nothing depends on it" : parts.joined(separator: ", "))\(open)"
  }

  /// The counts, by name.
  var details: JSONObject {
    var object = JSONObject()
    for entry in counts { object[entry.name] = .int(Int64(entry.count)) }
    object["openBookings"] = .int(Int64(openBookings))
    return object
  }

  /// `id`, and every count under its name.
  public var json: JSONValue {
    var object = JSONObject([("id", .string(listing))])
    for member in details.members { object[member.key] = member.value }
    return .object(object)
  }
}
