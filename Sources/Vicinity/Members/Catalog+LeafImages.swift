extension Catalog {
  /// Writes the images of leaves that are missing or out of date, a few in each transaction, so that other changes go on
  /// in between.
  ///
  /// - Parameter number: what an earlier call has returned: only leaves that have changed since are written again.
  /// - Returns: the number of the last change.
  package func renewLeafImages(after number: Int? = nil) throws -> Int {
    let (mark, schema, outdated) = try readFile { worker -> (ChangeMark?, Int, [Int]) in
      guard let mark = try worker.changeMark(after: nil) else { return (nil, 0, []) }
      let outdated = try LeafImages.outdated(after: number, mark: mark, in: worker)
      return (mark, try worker.count("SELECT number FROM leaf_image WHERE node = 0"), outdated.sorted())
    }
    guard let mark, number != nil || outdated.count >= Self.fewLeaves else { return mark?.number ?? 0 }
    if schema != mark.schema { try transactionBesideListings(LeafImages.begin) }
    for start in stride(from: 0, to: outdated.count, by: Self.leavesPerTransaction) {
      try transactionBesideListings {
        try LeafImages.write(outdated[start...].prefix(Self.leavesPerTransaction), $0)
      }
    }
    return mark.number
  }

  /// Fewer are as quickly made of their listings.
  private static let fewLeaves = 20
  /// About twenty milliseconds of work.
  private static let leavesPerTransaction = 200
}
