/// Numbers by row, in pages that exist where there are rows: row numbers have gaps.
struct PagedNumbers {
  /// The number of rows without one.
  static let none = UInt32.max
  private static let pageBits = 12

  private var pages: [[UInt32]] = []

  /// - Complexity: O(1).
  subscript(_ row: Int) -> UInt32 {
    get {
      let page = row >> Self.pageBits
      guard row >= 0, page < pages.count, !pages[page].isEmpty else { return Self.none }
      return pages[page][row & (1 << Self.pageBits - 1)]
    }
    set {
      let page = row >> Self.pageBits
      if page >= pages.count { pages += repeatElement([], count: page + 1 - pages.count) }
      if pages[page].isEmpty { pages[page] = [UInt32](repeating: Self.none, count: 1 << Self.pageBits) }
      pages[page][row & (1 << Self.pageBits - 1)] = newValue
    }
  }

  /// The size in bytes.
  var byteCount: Int { pages.reduce(0) { $0 + 4 * $1.capacity + MemoryLayout<[UInt32]>.stride } }
}
