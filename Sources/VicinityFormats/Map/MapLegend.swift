import Geography
import Hours
import Streams
import Vicinity

/// The meaning of a map's shapes, in rows below it, with its scale.
struct MapLegend: Sendable {
  /// The symbol before the words.
  enum Symbol: Hashable, Sendable {
    /// A bar of a few pixels.
    case scale(Double)
    case listing(Kind?, OpeningState?)
    /// A listing with its rank.
    case rank(Kind?)
    /// Two listings of one place.
    case place
    /// Circles of the smallest and the largest count.
    case clusters([Int])
    /// An area that listings must not lie in.
    case outside

    fileprivate func width(_ scale: ClusterScale) -> Double {
      switch self {
      case .scale(let pixels): pixels
      case .listing: 2 * ListingShape.reach
      case .rank: 2 * ListingShape.rankedReach
      case .place: 2 * ListingShape.placeStep
      case .clusters(let counts): counts.reduce(-4) { $0 + 2 * scale.reach($1) + 4 }
      case .outside: 26
      }
    }

    fileprivate func height(_ scale: ClusterScale) -> Double {
      if case .clusters(let counts) = self { 2 * scale.reach(counts.max() ?? 1) } else { 22 }
    }
  }

  /// A symbol in its place; words follow it.
  struct Entry: Hashable, Sendable {
    let symbol: Symbol
    /// The box of the symbol.
    let symbolBox: PixelBox
    let words: MapLabel
  }

  private(set) var entries: [Entry] = []
  /// In pixels.
  private(set) var height = 0.0

  private static let margin = 14.0
  private static let gap = 20.0

  /// Lays out a legend from left to right, in the rows that it needs.
  ///
  /// - Parameters:
  ///   - width: in pixels.
  ///   - units: of the scale.
  init(of layout: MapLayout, width: Double, units: DistanceUnits) {
    let bar = ScaleBar(
      metersPerPixel: layout.view.metersPerPixel, mostPixels: min(120, width / 4), units: units)
    let all = [(Symbol.scale(bar.pixels), bar.text)] + Self.meanings(of: layout)
    var (x, rows) = (Self.margin, [[Piece]]())
    for (symbol, words) in all {
      let size = (width: symbol.width(layout.scale), height: symbol.height(layout.scale))
      let room = width - 2 * Self.margin - size.width - 8
      let label = MapLabel([.init(text: TextWidth.fitted(words, size: 12, into: room), font: .name)])
      let piece = Piece(symbol: symbol, width: size.width, height: size.height, words: label)
      let isFull = x + piece.width + 4 + label.width > width - Self.margin
      if rows.isEmpty || isFull { (x, rows) = (Self.margin, rows + [[]]) }
      rows[rows.count - 1].append(piece)
      x += piece.width + 4 + label.width + Self.gap
    }
    var top = Self.margin / 2
    for row in rows {
      let rowHeight = row.map(\.height).max() ?? 0
      entries += Self.placed(row, middle: top + rowHeight / 2)
      top += rowHeight + 4
    }
    height = top + Self.margin / 2
  }

  /// An entry without a place.
  private struct Piece {
    let symbol: Symbol
    let width, height: Double
    let words: MapLabel
  }

  /// The entries of a row, from left to right.
  private static func placed(_ row: [Piece], middle: Double) -> [Entry] {
    var x = margin
    return row.map { piece in
      let center = MapView.Point(x: x + piece.width / 2, y: middle)
      let box = PixelBox(around: center, piece.width / 2, piece.height / 2)
      let label = piece.words.moved(left: box.right + 4, top: middle - piece.words.height / 2, anchor: .start)
      x = label.box.right + gap
      return Entry(symbol: piece.symbol, symbolBox: box, words: label)
    }
  }

  private static func meanings(of layout: MapLayout) -> [(Symbol, String)] {
    var meanings: [(Symbol, String)] = []
    if let ranked = layout.marks.first(where: { $0.isRanked && $0.form != .cluster }) {
      meanings.append((.rank(layout.features[layout.items[ranked.items[0]].feature].kind), "rank"))
    }
    meanings += listings(of: layout)
    if layout.marks.contains(where: { $0.form == .place }) { meanings.append((.place, "at one place")) }
    let counts = layout.marks.filter { $0.form == .cluster }.map(\.count)
    if let least = counts.min(), let most = counts.max() {
      meanings.append((.clusters(least == most ? [least] : [least, most]), "close together"))
    }
    if layout.features.contains(where: { $0.role == "outside" }) { meanings.append((.outside, "left out")) }
    return meanings
  }

  /// The listings by kind and state, also those in clusters.
  private static func listings(of layout: MapLayout) -> [(Symbol, String)] {
    let listings = layout.items.filter { !$0.isCluster }.map { layout.features[$0.feature] }
    let kinds: [Kind?] = Kind.allCases + [nil]
    let states: [OpeningState?] = OpeningState.allCases + [nil]
    return kinds.flatMap { kind in
      let ofKind = listings.filter { $0.kind == kind }
      return states.compactMap { state -> (Symbol, String)? in
        let count = ofKind.count { layout.state(of: $0) == state }
        guard count > 0 else { return nil }
        let noun = count.counted(kind?.rawValue ?? "point", kind == .couch ? "couches" : nil)
        let words = state.map { "\(noun), \(Self.words(for: $0, of: kind))" } ?? noun
        return (.listing(kind, state), words)
      }
    }
  }

  private static func words(for state: OpeningState, of kind: Kind?) -> String {
    switch (state, kind) {
    case (.open, .event): "running"
    case (.closed, .event): "not running"
    case (.open, _): "open"
    case (.closed, _): "closed"
    case (.unknown, _): "hours unknown"
    }
  }
}
