/// The place of a match in the order of a query, which can be compared with those of other shards.
package struct MatchOrder: Comparable {
  private var key: RankKey
  private var id: String
  /// The start of an occurrence in Unix seconds.
  private var starts: Int64

  init(_ key: RankKey, id: String, starts: Int64) { (self.key, self.id, self.starts) = (key, id, starts) }

  /// The numbers, the name, where it stands and in which direction, the start and the id.
  package var fields:
    (numbers: [Double], name: String?, namePosition: Int, isDescending: Bool, starts: Int64, id: String)
  {
    (
      (0..<RankKey.capacity).map { key[$0] }, key.name, Int(key.namePosition), key.isNameDescending, starts, id
    )
  }

  /// The same from its fields; nil for fields of another form.
  package init?(numbers: [Double], name: String?, namePosition: Int, isDescending: Bool, starts: Int64, id: String) {
    guard numbers.count <= RankKey.capacity, let position = Int8(exactly: namePosition) else { return nil }
    key = RankKey()
    for (index, number) in numbers.enumerated() { key[index] = number }
    (key.name, key.namePosition, key.isNameDescending) = (name, position, isDescending)
    (self.starts, self.id) = (starts, id)
  }

  package static func < (first: Self, second: Self) -> Bool {
    let order = first.key.compared(to: second.key)
    if order != 0 { return order < 0 }
    if first.id.utf8.elementsEqual(second.id.utf8) { return first.starts < second.starts }
    return first.id.utf8.lexicographicallyPrecedes(second.id.utf8)
  }

  package static func == (first: Self, second: Self) -> Bool { !(first < second) && !(second < first) }
}
