import CivilTime

extension Catalog {
  /// Merges a listing into another one that is the same place or event: values that the first lacks are taken from the
  /// other, which is hidden.
  ///
  /// A hidden listing does not come back with the next import of its source, and `restore` brings it back.
  /// - Parameters:
  ///   - id: the listing that stays.
  ///   - other: the listing that is hidden, of the same kind; not a couch.
  ///   - principal: the identity that merges them.
  ///   - now: the time of the change.
  /// - Returns: the keys of the values that were taken over.
  /// - Throws: `CatalogError.unknownListing`, `unsuitable`; errors of `edit` and `hide`. Nothing is changed then.
  @discardableResult
  public func merge(
    _ other: String, into id: String, as principal: Principal = .owner, at now: Instant
  ) throws -> [String] {
    do {
      return try transaction(at: now, as: principal, changing: [id, other]) { transaction in
        let (_, _, source) = try transaction.sourceListing(other)
        guard id != other else {
          throw CatalogError.unsuitable(id: id, kind: source.kind, reason: "it cannot be merged into itself.")
        }
        guard source.kind != .couch else {
          throw CatalogError.unsuitable(id: other, kind: .couch, reason: "its bookings cannot be merged.")
        }
        let keys = try transaction.edit(id) { listing in
          guard listing.kind == source.kind else {
            throw CatalogError.unsuitable(
              id: id, kind: listing.kind, reason: "\"\(other)\" is of another kind, so that they cannot be merged.")
          }
          listing.fill(from: source)
        }
        try transaction.hide(other, because: "merged into \(id)")
        return keys
      }
    } catch { throw try helpful(error) }
  }
}

extension Listing {
  /// Takes the values of another listing that this one does not have.
  mutating func fill(from other: Listing) {
    for row in Field.table where row.field != .host { row.value.fill(&self, from: other) }
    tags += other.tags.filter { !tags.contains($0) }
    images += other.images.filter { !images.contains($0) }
    names.merge(other.names) { own, _ in own }
    links.merge(other.links) { own, _ in own }
    if price == nil { price = other.price }
    for (key, value) in other.own where own[key] == nil { own[key] = value }
  }
}

extension FieldValueType {
  fileprivate func fill(_ listing: inout Listing, from other: Listing) {
    switch self {
    case .text(let access, _): if access.get(listing) == nil { access.set(&listing, access.get(other)) }
    case .whole(let access, _, _): if access.get(listing) == nil { access.set(&listing, access.get(other)) }
    case .number(let access, _, _, _): if access.get(listing) == nil { access.set(&listing, access.get(other)) }
    case .word(let word): if word.get(listing) == nil { word.set(&listing, word.get(other)) }
    case .composite: break
    }
  }
}
