extension Tool {
  static let addFavorite = acting(
    "favourite", name: "add_favorite", title: "Add a favorite", "Adds a listing to the member's favorites.")

  static let removeFavorite = acting(
    "unfavourite", name: "remove_favorite", title: "Remove a favorite",
    "Removes a listing from the member's favorites.")
}
