import Hours

/// Opening hours of a listing that cannot be read.
public struct UnreadableHours: Hashable, Sendable, CustomStringConvertible {
  /// The id of the listing.
  public var listing: String
  /// The text, the position where reading it ends, in UTF-8 bytes from its start, what is expected there, and a
  /// correction where one is obvious.
  public var error: OpeningHoursError

  /// The listing and the error in one line.
  public var description: String { "\(listing): \(error)" }

  /// Those of some listings, in the same order.
  ///
  /// - Complexity: O(*n*) in the length of the distinct texts.
  static func all(in listings: [Listing]) -> [UnreadableHours] {
    var errors: [String: OpeningHoursError?] = [:]
    return listings.compactMap { listing in
      guard let text = listing.openingHours else { return nil }
      let error = errors[text] ?? parsingError(of: text)
      errors[text] = .some(error)
      return error.map { UnreadableHours(listing: listing.id, error: $0) }
    }
  }

  private static func parsingError(of text: String) -> OpeningHoursError? {
    do throws(OpeningHoursError) { _ = try OpeningHours(parsing: text) } catch { return error }
    return nil
  }
}
