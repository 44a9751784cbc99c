import CodedErrors
import Streams

/// What people call a listing: a pub, a concert, a hostel.
///
/// The words are those of OpenStreetMap (`amenity`, `tourism`) with hyphens, and for events short forms of the types of
/// schema.org. Each belongs to one kind. A listing that is saved without a category gets the one that its tags name.
public enum ListingCategory: String, Codable, CaseIterable, Hashable, Sendable, NamedWord {
  /// Drinks at a counter; not primarily food.
  case bar
  /// Beer, a house of its own style.
  case pub
  /// Drinks outside.
  case biergarten
  /// Coffee and small meals.
  case cafe
  /// Meals at a table.
  case restaurant
  /// Dancing at night.
  case nightclub
  /// Meals at a counter.
  case fastFood = "fast-food"
  /// Ice cream.
  case iceCream = "ice-cream"

  /// Music.
  case concert
  /// A celebration with music.
  case party
  /// Stalls.
  case market
  /// A play, an opera, a musical.
  case theatre
  /// Several days, or many performances.
  case festival
  /// Things to look at.
  case exhibition
  /// Stand-up and cabaret.
  case comedy
  /// A screening.
  case film
  /// A game, a race, a training.
  case sport
  /// A ball, a dance evening.
  case dance
  /// A workshop, a lesson.
  case course
  /// A lecture, a reading, a discussion.
  case talk
  /// For children.
  case children

  /// A sofa.
  case couch
  /// A bed in a room with others.
  case sharedRoom = "shared-room"
  /// A room of one's own.
  case room
  /// A whole home.
  case apartment
  /// Beds for travelers.
  case hostel
  /// A hotel.
  case hotel
  /// A guest house, a bed and breakfast.
  case guestHouse = "guest-house"

  /// The kind of listings that can have it.
  public var kind: Kind {
    switch self {
    case .bar, .pub, .biergarten, .cafe, .restaurant, .nightclub, .fastFood, .iceCream: .bar
    case .concert, .party, .market, .theatre, .festival, .exhibition, .comedy, .film, .sport, .dance, .course, .talk,
      .children:
      .event
    case .couch, .sharedRoom, .room, .apartment, .hostel, .hotel, .guestHouse: .couch
    }
  }

  /// The categories of a kind, in their order.
  package static func all(of kind: Kind) -> [ListingCategory] { allCases.filter { $0.kind == kind } }

  /// Parses the words of sources, ignoring case and with spaces or underscores for hyphens: `Beer garden`, `fast_food`,
  /// `Hotel room`.
  ///
  /// - Throws: `RowRejection.unknownWord` for any other word.
  package static func named(_ text: String) throws(RowRejection) -> ListingCategory? {
    let word = text.lowercased().split { $0 == "_" || $0 == "-" || $0.isWhitespace }.joined(separator: "-")
    if let category = ListingCategory(rawValue: word) { return category }
    for kind in Kind.allCases {
      if let category = CategoryWords.categories[kind]?[word] { return category }
    }
    let known = allCases.map(\.rawValue)
    throw .unknownWord(text, key: "category", known: known, suggestion: Suggestion.nearest(to: word, among: known))
  }

  /// The category that tags name: of several the one that says most, so a restaurant with a bar is a restaurant.
  package static func named(by tags: [String], of kind: Kind) -> ListingCategory? {
    guard let words = CategoryWords.categories[kind] else { return nil }
    return tags.compactMap { words[$0] }.min {
      CategoryWords.ranks[$0, default: 0] < CategoryWords.ranks[$1, default: 0]
    }
  }
}
