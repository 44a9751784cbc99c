extension QueryStats {
  /// The counts as text.
  public var text: String {
    let list = listed > 0 ? "\(listed) listed, \(visited) of them visited, " : ""
    return
      "\(nodes) nodes, \(entries) entries, \(list)\(distances) distances, \(matches) matches, \(records) records loaded"
  }
}
