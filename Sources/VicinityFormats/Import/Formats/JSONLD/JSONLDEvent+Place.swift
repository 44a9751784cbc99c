import Streams
import Vicinity

/// Bars, restaurants and other places to go out in JSON-LD.
extension JSONLDEvent {
  /// The tags of schema.org's types of such places, as OpenStreetMap calls them.
  static let placeTypes = [
    "BarOrPub": "bar", "NightClub": "nightclub", "CafeOrCoffeeShop": "cafe", "Restaurant": "restaurant",
    "FastFoodRestaurant": "fast_food", "Brewery": "brewery", "Winery": "winery", "Distillery": "distillery",
    "FoodEstablishment": "restaurant", "IceCreamShop": "ice_cream", "Bakery": "bakery",
  ]

  /// Whether a node is such a place; with `--include '*'` every node with a position.
  static func isPlace(_ node: JSONObject, _ options: ImportOptions) -> Bool {
    if JSONLDNode.types(of: node).contains(where: { placeTypes[$0] != nil }) { return true }
    return options.include.contains("*") && (node["geo"] != nil || node["latitude"] != nil)
  }

  /// The bar of a node; its id is empty when the node has none.
  mutating func place(_ node: JSONObject) throws(RowRejection) -> Listing {
    var listing = Listing(id: "", kind: .bar, coordinate: try coordinate(of: node))
    listing.id = ["identifier", "@id", "id", "branchCode"].lazy.compactMap { JSONLDNode.text(node[$0]) }.first ?? ""
    describe(node, in: &listing)
    listing.address = Self.postal(node["address"]).map(HTMLText.decoded)
    listing.host = nil
    listing.phone = JSONLDNode.text(node["telephone"])
    var words = TagWords()
    for type in JSONLDNode.types(of: node) { words.add(Self.placeTypes[type] ?? JSONLDNode.tag(ofType: type) ?? "") }
    for word in JSONLDNode.words(node["servesCuisine"]) + JSONLDNode.words(node["keywords"]) {
      words.add(HTMLText.decoded(String(word)))
    }
    listing.tags = words.sorted
    listing.openingHours = JSONLDPlaceHours.text(of: node)
    if listing.openingHours == nil, node["openingHoursSpecification"] != nil {
      remarks.leaveOut("opening hours that are incomplete", example: listing.name ?? listing.id)
    }
    setPriceRange(node, in: &listing)
    try setRating(node, in: &listing)
    return listing
  }

  /// `$$` is a level; other texts are left out and counted.
  private mutating func setPriceRange(_ node: JSONObject, in listing: inout Listing) {
    guard let text = JSONLDNode.text(node["priceRange"]) else { return }
    if (1...4).contains(text.count), let sign = text.first, "$€£¥".contains(sign), text.allSatisfy({ $0 == sign }) {
      listing.priceLevel = text.count
    } else {
      remarks.leaveOut("price range that is not a level such as $$", example: text)
    }
  }
}
