/// One decoded page of the R-tree.
///
/// Immutable, so any number of threads may read it.
final class Node: Sendable {
  /// What lies below.
  enum Content: Sendable {
    /// An inner page: the box and the page number of each child.
    case inner([Child])
    /// A leaf page: the listings themselves.
    case leaf(Leaf)
  }

  let content: Content

  init(_ content: Content) { self.content = content }

  struct Child: Sendable {
    /// Encloses everything below; rounded outward.
    var box: BoundingBox
    var page: Int
  }
}

/// The facts of the listings on one leaf page; texts and lists lie in shared arrays.
final class Leaf: Sendable {
  let facts: [Facts]
  /// Numbers of tags, ascending within a listing.
  let tags: [Int32]
  /// Nights taken, ascending and disjoint within a listing.
  let nights: [NightRange]
  /// UTF-8 of the ids.
  let ids: [UInt8]

  init(facts: [Facts], tags: [Int32], nights: [NightRange], ids: [UInt8]) {
    self.facts = facts
    self.tags = tags
    self.nights = nights
    self.ids = ids
  }
}

/// One entry of a leaf: what filters test and ranking compares.
struct Candidate {
  let leaf: Leaf
  let index: Int

  var facts: Facts { leaf.facts[index] }
  var tags: ArraySlice<Int32> { leaf.tags[leaf.facts[index].tags.range] }
  var nights: ArraySlice<NightRange> { leaf.nights[leaf.facts[index].nights.range] }
  /// UTF-8 of the id.
  var idBytes: ArraySlice<UInt8> { leaf.ids[leaf.facts[index].id.range] }
  var id: String { String(decoding: idBytes, as: UTF8.self) }
}
