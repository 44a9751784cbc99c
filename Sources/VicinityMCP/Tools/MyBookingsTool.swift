import Streams
import Vicinity
import VicinityFormats

extension Tool {
  static let myBookings = Tool(
    name: "my_bookings", title: "List my bookings",
    description:
      "The member's own bookings of couches by arrival, the last \(mostBookings), with their ids and states.",
    output: [("bookings", "array")],
    work: .readingOwn { member, context in
      let bookings = try context.catalog.bookings(of: member).suffix(mostBookings)
      let text = bookings.isEmpty ? "no bookings" : MemberListTable(Array(bookings)).text
      return ToolAnswer(text, ["bookings": .array(bookings.map(\.json))])
    })

  private static let mostBookings = 50
}
