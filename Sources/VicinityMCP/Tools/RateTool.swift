import Vicinity

extension Tool {
  static let rate = acting(
    "rate", name: "rate", title: "Rate a listing",
    "Rates a listing in the member's name, with an optional public review; replaces the member's earlier rating.",
    [
      QueryInput("stars", nil, .number(1...5), "The stars, 1 to 5 in halves."),
      QueryInput("text", nil, .searchText, "A public review.", example: "Twelve taps!"),
    ], required: ["stars"], isDestructive: true)
}
