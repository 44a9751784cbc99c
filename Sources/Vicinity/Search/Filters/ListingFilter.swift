/// A condition on stored facts of a listing that few queries have: one call per leaf.
///
/// Conditions that most queries have are properties of ``Filters``, without dynamic calls.
protocol ListingFilter {
  /// The columns that it reads of each leaf.
  var columns: [LeafColumn.Source] { get }

  /// Keeps the entries that pass.
  func narrow(_ entries: inout EntrySet, of leaf: Leaf) throws

  /// Whether a listing with some of the values below a node may pass.
  func mayPass(_ values: NodeValues.Node) -> Bool
}

extension ListingFilter {
  func mayPass(_ values: NodeValues.Node) -> Bool { true }
}
