/// Skips the subtrees of the R-tree without listings on certain lists, and finds the listings on a leaf that are.
///
/// A class, because the walk passes it along for every node.
final class PlaceFilter {
  private let order: TreeOrder
  /// A listing is in each of these.
  private let wanted: [PlaceSet]
  /// A listing is in one set of each of these. Without sets nothing passes.
  private let clauses: [[PlaceSet]]
  /// A listing is in none of these. They exclude no subtree.
  private let unwanted: [PlaceSet]
  /// The only set, if there is one set and no other list.
  private let only: PlaceSet?

  /// - Parameters:
  ///   - wanted: the shortest first is best.
  ///   - order: of all sets.
  init(_ wanted: [PlaceSet], anyOf clauses: [[PlaceSet]], without unwanted: [PlaceSet], in order: TreeOrder) {
    (self.order, self.wanted, self.clauses, self.unwanted) = (order, wanted, clauses, unwanted)
    only = wanted.count == 1 && clauses.isEmpty && unwanted.isEmpty ? wanted[0] : nil
  }

  /// The same with one set for all wanted ones.
  func merged() -> PlaceFilter {
    guard let first = wanted.first else { return self }
    let merged = wanted.dropFirst().reduce(first) { $0.merged(with: $1) }
    return PlaceFilter([merged], anyOf: clauses, without: unwanted, in: order)
  }

  /// Whether it has more than the sets of words.
  var hasClauses: Bool { !clauses.isEmpty }

  /// At most this many listings pass.
  var count: Int {
    let shortest = clauses.map { $0.reduce(0) { $0 + $1.count } }.min() ?? .max
    return min(shortest, wanted.map(\.count).min() ?? .max)
  }

  /// The children of a branch below which there are listings of the sets; beyond the last child, any bits.
  ///
  /// - Parameters:
  ///   - node: the number of the branch.
  ///   - level: that of the branch.
  @inline(__always)
  func children(of node: Int, level: Int) -> EntrySet {
    let first = order.firstChild(of: node)
    return EntrySet(
      bits: only?.children(from: first, level: level - 1) ?? composedChildren(from: first, level: level - 1))
  }

  private func composedChildren(from first: Int, level: Int) -> UInt64 {
    var children: UInt64
    if wanted.count > 1, level == 0, clauses.isEmpty {
      return wanted[0].commonLeaves(with: wanted.dropFirst(), from: first)
    }
    children = wanted.reduce(.max) { $0 & $1.children(from: first, level: level) }
    for clause in clauses { children &= clause.reduce(0) { $0 | $1.children(from: first, level: level) } }
    guard level == 0, clauses.count + wanted.count > 1 else { return children }
    // Those on which one listing is on all lists.
    for child in EntrySet(bits: children)
    where first + child < order.leafCount && composedRanks(ofLeaf: first + child) == 0 {
      children &= ~(1 &<< UInt64(child))
    }
    return children
  }

  /// Whether no listing on a leaf is in the sets.
  @inline(__always)
  func isEmpty(ofLeaf node: Int) -> Bool {
    let number = order.number(ofLeaf: node)
    return (only?.ranks(ofLeaf: number) ?? composedRanks(ofLeaf: number)) == 0
  }

  /// Keeps the entries of a leaf that are in the sets.
  @inline(__always)
  func narrow(_ entries: inout EntrySet, of leaf: Leaf) {
    let number = order.number(ofLeaf: leaf.node)
    entries.formIntersection(leaf.entries(ranked: only?.ranks(ofLeaf: number) ?? composedRanks(ofLeaf: number)))
  }

  /// Whether a row is in the sets.
  func admits(_ row: UInt32) -> Bool {
    guard let place = order.place(ofRow: row).map(Int.init) else { return false }
    let number = place / Leaf.capacity
    let ranks = only?.ranks(ofLeaf: number) ?? composedRanks(ofLeaf: number)
    return ranks &>> UInt64(place % Leaf.capacity) & 1 == 1
  }

  private func composedRanks(ofLeaf number: Int) -> UInt64 {
    var ranks = UInt64.max
    for set in wanted where ranks != 0 { ranks &= set.ranks(ofLeaf: number) }
    for set in unwanted where ranks != 0 { ranks &= ~set.ranks(ofLeaf: number) }
    for clause in clauses where ranks != 0 { ranks &= clause.reduce(0) { $0 | $1.ranks(ofLeaf: number) } }
    return ranks
  }
}
