/// Skips the subtrees of the R-tree without listings on some lists, and finds those that are on a leaf.
///
/// A class, because the walk passes it along for every node.
final class PlaceFilter {
  private let order: TreeOrder
  /// A listing is in each of these; at least one.
  private let wanted: [PlaceSet]
  /// The first of them.
  private let first: PlaceSet
  /// A listing is in none of these. They exclude no subtree.
  private let unwanted: [PlaceSet]
  private let isSingle: Bool

  /// - Parameters:
  ///   - wanted: at least one; the shortest first is best.
  ///   - order: of all sets.
  init(_ wanted: [PlaceSet], without unwanted: [PlaceSet], in order: TreeOrder) {
    self.order = order
    self.wanted = wanted
    self.unwanted = unwanted
    first = wanted[0]
    isSingle = wanted.count == 1 && unwanted.isEmpty
  }

  /// The same with one set for all wanted ones.
  func merged() -> PlaceFilter {
    PlaceFilter([wanted.dropFirst().reduce(first) { $0.merged(with: $1) }], without: unwanted, in: order)
  }

  /// Sets the bounds of the children to infinity below which there are no listings of the sets.
  ///
  /// - Parameters:
  ///   - node: the number of the branch.
  ///   - level: that of the branch.
  @inline(__always)
  func exclude(_ branch: Branch, _ node: Int, level: Int, from bounds: UnsafeMutablePointer<Float>) {
    let child = order.firstChild(of: node)
    var children: UInt64
    if wanted.count > 1, level == 1 {
      children = first.commonLeaves(with: wanted.dropFirst(), from: child)
    } else {
      children = first.children(from: child, level: level - 1)
      if !isSingle { for set in wanted.dropFirst() { children &= set.children(from: child, level: level - 1) } }
    }
    for position in EntrySet(bits: ~children) {
      guard position < branch.count else { break }
      bounds[position] = .infinity
    }
  }

  /// Keeps the entries of a leaf that are in the sets.
  @inline(__always)
  func narrow(_ entries: inout EntrySet, of leaf: Leaf) {
    let number = order.number(ofLeaf: leaf.node)
    var ranks = first.ranks(ofLeaf: number)
    if !isSingle {
      for set in wanted.dropFirst() where ranks != 0 { ranks &= set.ranks(ofLeaf: number) }
      for set in unwanted where ranks != 0 { ranks &= ~set.ranks(ofLeaf: number) }
    }
    entries.formIntersection(leaf.entries(ranked: ranks))
  }
}
