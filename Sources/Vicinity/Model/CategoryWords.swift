/// The tags that name a category: values of OpenStreetMap, types of schema.org, room types of Airbnb, and the words
/// that calendars have as `CATEGORIES` (RFC 5545) in several languages.
enum CategoryWords {
  /// By kind, the category of each tag; as written by ``TagWords``, so with hyphens, or underscores where OSM has them.
  static let categories: [Kind: [String: ListingCategory]] = {
    var categories: [Kind: [String: ListingCategory]] = [:]
    for (category, words) in table {
      for word in [category.rawValue] + words {
        categories[category.kind, default: [:]][word] = category
        categories[category.kind, default: [:]][word.replacing("-", with: "_")] = category
      }
    }
    return categories
  }()

  /// The place of each category in the table.
  static let ranks = Dictionary(uniqueKeysWithValues: table.enumerated().map { ($1.0, $0) })

  /// The categories of a kind stand in the order in which they say more than the following ones: OSM has `bar` and
  /// `biergarten` also as properties of a restaurant, and most events are some `party` or `course` besides.
  static let table: [(ListingCategory, [String])] = [
    (.nightclub, ["club", "disco", "discotheque", "discotheek", "discoteca", "night-club", "dance-club"]),
    (.pub, ["bar-or-pub", "irish-pub", "gastropub", "kneipe", "brewpub", "tavern", "kocsma"]),
    (.restaurant, ["bistro", "brasserie", "steakhouse", "pizzeria", "trattoria", "food-establishment", "étterem"]),
    (.cafe, ["café", "coffee-shop", "coffee-house", "coffeehouse", "cafe-or-coffee-shop", "cafetería", "kávézó"]),
    (.fastFood, ["fast-food-restaurant", "takeaway-food", "imbiss", "food-court"]),
    (.iceCream, ["ice-cream-shop", "ice-cream-parlour", "gelateria", "eisdiele"]),
    (.biergarten, ["beer-garden"]),
    (.bar, ["cocktail-bar", "wine-bar", "cocktails", "lounge", "sports-bar"]),

    (
      .market,
      [
        "christmas-market", "flea-market", "fleamarket", "markt", "flohmarkt", "weihnachtsmarkt", "wochenmarkt",
        "marché",
        "mercado", "mercadillo", "vásár", "piac", "târg", "sale", "bazaar", "fair",
      ]
    ),
    (.comedy, ["stand-up", "standup", "cabaret", "kabarett", "comedia", "humour", "improv", "kabaré"]),
    (
      .theatre,
      [
        "theater", "théâtre", "teatro", "színház", "teatru", "opera", "opéra", "oper", "musical", "play", "performance",
      ]
    ),
    (.film, ["screening", "cinema", "kino", "cinéma", "cine", "movie", "movies", "mozi"]),
    (
      .exhibition,
      [
        "ausstellung", "exposition", "expositions", "exposición", "exposiciones", "kiállítás", "expoziție",
        "visual-arts",
      ]
    ),
    (
      .concert,
      [
        "concerts", "music", "live-music", "konzert", "konzerte", "musik", "musique", "concierto", "conciertos",
        "música",
        "musica", "koncert", "zene", "muzică", "choir", "organ",
      ]
    ),
    (.festival, ["festivals", "fesztivál", "straßenfest", "stadtfest"]),
    (
      .party, ["parties", "parties-and-nightlife", "club-night", "dj", "fiesta", "fête", "soirée", "buli", "petrecere"]
    ),
    (.dance, ["danse", "tanz", "danza", "folk-dance", "ball", "tánc", "dans"]),
    (.sport, ["sports", "running", "race", "sportveranstaltung", "deporte", "fitness"]),
    (
      .talk,
      [
        "lecture", "talks", "reading", "literature", "literary", "lesung", "vortrag", "conférence", "conferencia",
        "discussion", "előadás",
      ]
    ),
    (
      .course,
      [
        "courses", "workshop", "workshops", "class", "kurs", "education", "taller", "atelier", "cours", "beginners",
      ]
    ),
    (.children, ["kids", "childrens", "kinder", "kinderkultur", "enfants", "jeune-public", "niños", "gyerek"]),

    (.sharedRoom, ["shared-bedroom", "dormitory", "dorm"]),
    (.hostel, ["hostel-room", "youth-hostel"]),
    (.hotel, ["hotel-room", "motel", "aparthotel", "room-in-hotel", "room-in-boutique-hotel", "room-in-aparthotel"]),
    (.guestHouse, ["guesthouse", "bed-and-breakfast", "b&b", "pension"]),
    (.room, ["private-room", "single-room", "double-room"]),
    (.apartment, ["entire-home-apt", "entire-home", "entire-place", "flat", "house", "holiday-home", "chalet"]),
    (.couch, ["sofa", "sofa-bed", "pull-out-sofa"]),
  ]
}
