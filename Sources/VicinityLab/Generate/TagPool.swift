import Vicinity

/// The tags of one kind, the most frequent first.
struct TagPool: Sendable {
  private let tags: [String]
  private let ranks: ZipfRanks

  private init(_ text: String) {
    tags = text.split { $0 == " " || $0 == "\n" }.map(String.init)
    ranks = ZipfRanks(count: tags.count, shift: 1)
  }

  /// One tag.
  func tag(_ random: inout SplitMix64) -> String { tags[ranks.rank(&random)] }

  /// Up to `count` distinct tags, sorted.
  func tags(_ count: Int, _ random: inout SplitMix64) -> [String] {
    var chosen: [String] = []
    for _ in 0..<count {
      let tag = tag(&random)
      if !chosen.contains(tag) { chosen.append(tag) }
    }
    return chosen.sorted()
  }

  /// The pool of a kind.
  static func of(_ kind: Kind) -> TagPool {
    switch kind {
    case .bar: bars
    case .event: events
    case .couch: couches
    }
  }

  private static let bars = TagPool(
    """
    pub wifi cocktails outdoor_seating wheelchair craft-beer live-music wine beer-garden smoking food sports vegan cafe students
    cuisine:italian quiet dogs dj breakfast terrace darts lgbtq games late cuisine:regional dance whisky cheap families pool-billiard
    karaoke view cuisine:burger rooftop jazz traditional bicycle quiz foosball rum rock brewery cuisine:tapas cuisine:asian gin karst-cellar
    books piano techno tiki swing chess cider absinthe mezcal fondue sake oyster-bar planetarium boat
    """)
  private static let events = TagPool(
    """
    concert free party live-music outdoor food family dance workshop dj theatre jazz rock kids market comedy film techno exhibition sports
    classical student wine quiz folk running tech charity literature hip-hop karaoke salsa electro cycling games opera language-exchange yoga
    flea-market beer punk chess choir board-games metal swing magic tango poetry-slam astronomy falconry
    """)
  private static let couches = TagPool(
    """
    wifi kitchen central quiet garden students late-arrival pets families view vegan bicycle smoking train parking wheelchair books music
    balcony river-view party sauna hiking piano boat beekeeping
    """)
}
