import Streams
import Synchronization

/// The values of a field of the listings on a leaf that the leaf itself does not have: read from the file when a search
/// first needs them.
///
/// A view of memory owned by an `IndexSnapshot`, like the leaf: a header, then for each listing a number and the end of
/// its texts, then the numbers of all texts. The columns of a leaf are a linked list, since few fields are asked for.
struct LeafColumn {
  /// Which values.
  enum Source: Hashable {
    /// A custom field, by its number.
    case own(Int)
    /// The times when listings were added.
    case added
    /// The times when listings were changed.
    case changed
    /// The beginnings of names, by which they are ordered.
    case nameOrder
    /// The prefixes of the texts of a custom field, by which they are ordered.
    case ownOrder(Int)
    /// The areas, by how often definitions were changed before they were read; see `LeafAreas`.
    case areas(Int)

    /// Numbers of custom fields are above 0.
    fileprivate var key: Int64 {
      switch self {
      case .own(let number): Int64(number)
      case .added: -1
      case .changed: -2
      case .nameOrder: -3
      case .ownOrder(let number): -3 - Int64(number)
      case .areas(let changes): .min + Int64(changes)
      }
    }

    /// Whether texts are stored as the numbers of their prefixes.
    fileprivate var isOrder: Bool {
      switch self {
      case .own, .added, .changed, .areas: false
      case .nameOrder, .ownOrder: true
      }
    }
  }

  private let base: UnsafeMutableRawPointer

  /// The header: the key of the source, the address of the leaf's next column, the number of listings.
  private static let (nextOffset, countOffset, header) = (8, 16, 24)

  fileprivate init?(bitPattern: UInt) {
    guard let base = UnsafeMutableRawPointer(bitPattern: bitPattern) else { return nil }
    self.base = base
  }

  private var count: Int { base.load(fromByteOffset: Self.countOffset, as: Int.self) }
  private var ends: UnsafeMutablePointer<Int32> { column(Self.header + 8 * count) }
  private var textNumbers: UnsafeMutablePointer<Int32> { column(Self.header + 12 * count) }
  fileprivate var bitPattern: UInt { UInt(bitPattern: base) }
  fileprivate var key: Int64 { base.load(as: Int64.self) }
  fileprivate var next: UInt { base.load(fromByteOffset: Self.nextOffset, as: UInt.self) }

  private func column<Element>(_ offset: Int) -> UnsafeMutablePointer<Element> {
    (base + offset).assumingMemoryBound(to: Element.self)
  }

  /// By position: a number, or NaN.
  var numbers: UnsafePointer<Double> { UnsafePointer<Double>(column(Self.header)) }

  /// The texts of a listing, by their numbers in the `TextNumbers` of the snapshot: of a list all of them.
  func texts(at index: Int) -> UnsafeBufferPointer<Int32> {
    let (start, ends) = (index == 0 ? 0 : Int(ends[index - 1]), ends)
    return UnsafeBufferPointer(start: textNumbers + start, count: Int(ends[index]) - start)
  }

  /// Lays values out in an arena.
  ///
  /// - Parameters:
  ///   - numbers: by position.
  ///   - texts: positions with numbers of texts.
  fileprivate init(
    _ source: Source, _ numbers: [Double], texts: [(position: Int, number: Int32)], in arena: PageArena
  ) {
    base = arena.allocate(byteCount: Self.header + 12 * numbers.count + 4 * texts.count)
    base.storeBytes(of: source.key, as: Int64.self)
    base.storeBytes(of: 0, toByteOffset: Self.nextOffset, as: UInt.self)
    base.storeBytes(of: numbers.count, toByteOffset: Self.countOffset, as: Int.self)
    let column: UnsafeMutablePointer<Double> = column(Self.header)
    column.initialize(from: numbers, count: numbers.count)
    ends.initialize(repeating: 0, count: numbers.count)
    for text in texts { ends[text.position] += 1 }
    for index in numbers.indices.dropFirst() { ends[index] += ends[index - 1] }
    var places = numbers.indices.map { $0 == 0 ? 0 : Int(ends[$0 - 1]) }
    for text in texts {
      (textNumbers + places[text.position]).initialize(to: text.number)
      places[text.position] += 1
    }
  }

  /// Lays areas out in an arena: for each a set of listings, then its number.
  fileprivate init(_ source: Source, _ areas: [(area: Int32, entries: EntrySet)], in arena: PageArena) {
    base = arena.allocate(byteCount: Self.header + 12 * areas.count)
    base.storeBytes(of: source.key, as: Int64.self)
    base.storeBytes(of: 0, toByteOffset: Self.nextOffset, as: UInt.self)
    base.storeBytes(of: areas.count, toByteOffset: Self.countOffset, as: Int.self)
    let (masks, numbers): (UnsafeMutablePointer<UInt64>, UnsafeMutablePointer<Int32>) = (
      column(Self.header), column(Self.header + 8 * areas.count)
    )
    for (index, area) in areas.enumerated() {
      (masks + index).initialize(to: area.entries.bits)
      (numbers + index).initialize(to: area.area)
    }
  }

  /// The areas in a column of areas, each with the listings in it.
  fileprivate var areas: LeafAreas {
    LeafAreas(count: count, masks: column(Self.header), numbers: column(Self.header + 8 * count))
  }

  fileprivate func point(to next: UInt) {
    base.storeBytes(of: next, toByteOffset: Self.nextOffset, as: UInt.self)
  }
}

extension Leaf {
  @inline(__always) private var columnsSlot: UnsafeMutablePointer<Atomic<UInt>> { slot(Header.columns) }

  /// A column; nil if not loaded.
  @inline(__always)
  fileprivate func column(_ source: LeafColumn.Source) -> LeafColumn? {
    column(source, from: columnsSlot.pointee.load(ordering: .acquiring))
  }

  private func column(_ source: LeafColumn.Source, from first: UInt) -> LeafColumn? {
    let key = source.key
    var next = first
    while let column = LeafColumn(bitPattern: next) {
      if column.key == key { return column }
      next = column.next
    }
    return nil
  }

  /// Publishes a column laid out in the leaf's arena; if another thread was faster, its copy is returned.
  fileprivate func keep(_ column: LeafColumn, of source: LeafColumn.Source) -> LeafColumn {
    var first = columnsSlot.pointee.load(ordering: .acquiring)
    while true {
      if let other = self.column(source, from: first) { return other }
      column.point(to: first)
      let (exchanged, original) = columnsSlot.pointee.compareExchange(
        expected: first, desired: column.bitPattern, ordering: .acquiringAndReleasing)
      if exchanged { return column }
      first = original
    }
  }
}

extension IndexReader {
  /// The values of a field on a leaf; they are read together and kept with the leaf.
  @inline(__always)
  final func column(_ source: LeafColumn.Source, of leaf: Leaf, in snapshot: IndexSnapshot) throws -> LeafColumn {
    try leaf.column(source) ?? readColumn(source, of: leaf, snapshot.texts, in: snapshot.arena)
  }

  /// Reads a column into an arena with the lifetime of the leaf.
  @inline(never)
  final func readColumn(
    _ source: LeafColumn.Source, of leaf: Leaf, _ numbersOfTexts: TextNumbers, in arena: PageArena
  ) throws -> LeafColumn {
    try work.visitNodes()
    let statement: Statement
    switch source {
    case .own(let number), .ownOrder(let number):
      // The plus prevents SQLite from using the index by value, which contains all listings of the field.
      statement = try self.statement(
        "SELECT fid, value FROM own_value WHERE fid BETWEEN ?1 AND ?2 AND +own_id = ?3 ORDER BY fid, value")
      statement.bind(3, Int64(number))
    case .added: statement = try self.statement("SELECT fid, added FROM listing WHERE fid BETWEEN ?1 AND ?2")
    case .changed: statement = try self.statement("SELECT fid, changed FROM listing WHERE fid BETWEEN ?1 AND ?2")
    case .nameOrder: statement = try self.statement("SELECT fid, name FROM listing WHERE fid BETWEEN ?1 AND ?2")
    case .areas: return try readAreas(source, of: leaf, in: arena)
    }
    var numbers = [Double](repeating: .nan, count: leaf.count)
    var texts: [(position: Int, text: String)] = []
    try forEachRow(of: leaf, statement) { position in
      if let text = statement.text(1) {
        if source.isOrder {
          numbers[position] = TextPrefix.number(FoldedName.fold(text))
        } else {
          texts.append((position, text))
        }
      } else {
        numbers[position] = statement.optionalDouble(1) ?? .nan
      }
    }
    let numbered = numbersOfTexts.numbers(of: texts.map(\.text))
    let column = LeafColumn(
      source, numbers, texts: zip(texts, numbered).map { ($0.position, $1) }, in: arena)
    return leaf.keep(column, of: source)
  }

  /// The stored areas of the listings on a leaf of the tree; they are read together and kept with the leaf.
  @inline(__always)
  final func areas(of leaf: Leaf, in snapshot: IndexSnapshot) throws -> LeafAreas {
    try column(.areas(snapshot.since.definitions), of: leaf, in: snapshot).areas
  }

  private final func readAreas(
    _ source: LeafColumn.Source, of leaf: Leaf, in arena: PageArena
  ) throws -> LeafColumn {
    let pairs = try statement("SELECT fid, area_fid FROM listing_area WHERE fid BETWEEN ?1 AND ?2 ORDER BY fid")
    var entries: [Int32: EntrySet] = [:]
    try forEachRow(of: leaf, pairs) { position in
      entries[Int32(clamping: pairs.int(1)), default: EntrySet()].formUnion(EntrySet(range: position..<(position + 1)))
    }
    let areas = entries.sorted { $0.key < $1.key }.map { (area: $0.key, entries: $0.value) }
    return leaf.keep(LeafColumn(source, areas, in: arena), of: source)
  }
}

/// The areas of the listings on a leaf, each with the listings in it: a view of memory owned by an `IndexSnapshot`.
struct LeafAreas {
  fileprivate let count: Int
  fileprivate let masks: UnsafePointer<UInt64>
  fileprivate let numbers: UnsafePointer<Int32>

  /// Counts some listings by area.
  ///
  /// - Parameter body: receives the row of each area, and how many of the listings lie in it.
  /// - Returns: how many lie in any.
  @inline(__always)
  func count(_ entries: EntrySet, _ body: (Int32, Int) -> Void) -> Int {
    var covered: UInt64 = 0
    for index in 0..<count {
      let bits = masks[index] & entries.bits
      guard bits != 0 else { continue }
      body(numbers[index], bits.nonzeroBitCount)
      covered |= bits
    }
    return covered.nonzeroBitCount
  }
}
