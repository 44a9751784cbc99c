/// Parts that routes of listings share.
package enum Listings {
  package static let id = Parameter("id", .text(), in: .path, "The id of the listing, percent-encoded.")
  package static let ifMatch = ifMatch(of: "listing")

  /// The header field of changes.
  /// - Parameter thing: the thing to change.
  package static func ifMatch(of thing: String) -> Parameter {
    Parameter(
      "If-Match", .text(), in: .header,
      "The entity tag of the \(thing) as it was read: without it, or with another one, nothing is changed. "
        + "`*` changes any.")
  }
}
