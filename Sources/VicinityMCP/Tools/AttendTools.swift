import Vicinity

extension Tool {
  static let joinEvent = acting(
    "join", name: "join_event", title: "Join an event",
    "Takes a place at an event for the member, or on its waiting list if it is full.", [starts])

  static let leaveEvent = acting(
    "leave", name: "leave_event", title: "Leave an event",
    "Gives up the member's place at an event; someone on the waiting list gets it.", [starts], isDestructive: true)

  private static let starts = QueryInput(
    "starts", nil, .text, "The occurrence: `2026-12-04T19:00`, `Fr 19:00` or a day; the next one by default.",
    example: "2026-12-04T19:00")
}
