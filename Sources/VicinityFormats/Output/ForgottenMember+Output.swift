import Streams
import Vicinity

extension ForgottenMember {
  /// The counts by their JSON keys, with the words for one.
  private var counts: [(key: String, count: Int, one: String)] {
    [
      ("favourites", favorites, "favorite"), ("ratings", ratings, "rating"),
      ("attendances", attendances, "attendance"), ("visits", visits, "visit"), ("bookings", bookings, "booking"),
      ("guestRatings", guestRatings, "guest rating"), ("imported", imported, "imported record"),
      ("friendships", friendships, "friendship"),
    ]
  }

  /// The report on one line.
  public var text: String {
    guard total > 0 else { return "no records of \(member)" }
    let deleted = counts.filter { $0.count > 0 }.map { $0.count.counted($0.one) }
    let model =
      isModelRebuilt ? "affinities have been rebuilt" : "affinities still include the member until they are rebuilt"
    return "forgot \(member): \(deleted.joined(separator: ", ")); \(model)"
  }

  /// One JSON object.
  public var json: JSONValue {
    var object = JSONObject([("member", .string(member))])
    for entry in counts { object[entry.key] = .int(Int64(entry.count)) }
    object["rebuilt"] = .bool(isModelRebuilt)
    return .object(object)
  }
}
