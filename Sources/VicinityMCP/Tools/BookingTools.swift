import Vicinity

extension Tool {
  static let book = acting(
    "book", name: "book", title: "Request a stay",
    """
    Requests nights on a couch for the member; the host confirms or declines. The nights are taken from then on. Check \
    `availability` first, and confirm dates, guests and price with the user.
    """,
    [
      QueryInput("from", nil, .text, "The day of arrival.", example: "2026-12-01"),
      QueryInput("to", nil, .text, "The day of departure.", example: "2026-12-05"),
      guests("guests"),
      QueryInput(
        "key", nil, .text, "Any text: calls with the same key and stay make one booking.", example: "a7c1"),
    ], required: ["from", "to"], isIdempotent: false)

  static let cancelBooking = acting(
    "cancel", "booking", name: "cancel_booking", title: "Cancel a booking",
    "Cancels a booking of the member, as its guest or host. It cannot be undone.",
    id: QueryInput("id", nil, .text, "The id of the booking, as `my_bookings` returns it.", example: "booking-7"),
    isDestructive: true)
}
