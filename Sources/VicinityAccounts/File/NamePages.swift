/// Names that are read page by page, in ascending order: no read is long, and what is done with a page may remove it.
package enum NamePages {
  /// The most names of a page.
  private static let size = 500

  /// - Parameters:
  ///   - read: reads the names after one, in ascending order, up to a number of them; "" is before all.
  ///   - body: gets each page that is not empty.
  package static func forEach(
    read: (_ last: String, _ limit: Int) throws -> [String], _ body: ([String]) throws -> Void
  ) rethrows {
    var page = try read("", size)
    while let last = page.last {
      try body(page)
      page = try read(last, size)
    }
  }
}
