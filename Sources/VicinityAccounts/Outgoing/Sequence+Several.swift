extension Sequence where Element: Sendable {
  /// Runs `body` for each element, for several at once.
  ///
  /// - Parameter most: how many at once.
  /// - Throws: the first error, after all that have begun have ended; the others are cancelled.
  package func eachOfSeveral(atOnce most: Int, _ body: @escaping @Sendable (Element) async throws -> Void) async throws
  {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, element) in enumerated() {
        if number >= most { try await group.next() }
        group.addTask { try await body(element) }
      }
      try await group.waitForAll()
    }
  }
}
