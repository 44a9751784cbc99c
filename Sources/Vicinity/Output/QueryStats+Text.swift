extension QueryStats {
  /// The counts in words.
  public var text: String {
    "\(nodes) nodes, \(candidates) candidates, \(distances) distances, \(matches) matches, \(records) records loaded"
  }
}
