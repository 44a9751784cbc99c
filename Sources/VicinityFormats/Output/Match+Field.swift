import CivilTime
import Geography
import Streams
import Vicinity

extension Match {
  /// The value of a field; nil when the listing has none or the answer does not contain it.
  ///
  /// Distances are in meters to the millimeter, coordinates in degrees to about a centimeter, prices in major units,
  /// instants in ISO 8601 in the local time of the listing (in UTC when its zone is unknown).
  package func fieldValue(of field: Field) -> FieldValue? {
    switch field {
    case .id: .text(id)
    case .kind: .text(kind.rawValue)
    case .lat: .decimal(coordinate.latitude, places: 7)
    case .lon: .decimal(coordinate.longitude, places: 7)
    case .distance: distanceMeters.map { .decimal($0, places: 3) }
    case .bearing: bearingDegrees.map { .decimal($0, places: 1) }
    case .open, .opensOrCloses, .openComment, .openRule: openingValue(of: field)
    case .starts, .ends, .added, .changed, .freeFrom, .freeUntil: timeValue(of: field)
    case .distances, .spread, .routePosition, .offset, .detour: measuredValue(of: field)
    case .source: source.map { .text($0) }
    case .windows: windows.map { .nights($0) }
    case .stayPrice: stayPrice.map { .decimal($0.price.amount, places: 3) }
    case .nightPrice: nightPrice.map { .decimal($0.amount, places: 3) }
    case .weightedRating: weightedRating.map { .decimal($0, places: 4) }
    case .cheapestStay: stayPrice.map { Self.fieldValue(of: $0.nights) }
    case .currency: record?.listing.fieldValue(of: field) ?? stayPrice?.price.currency.map { .text($0) }
    case .score, .parts, .because, .counterfactual, .leastHappy:
      score.flatMap { Self.fieldValue(of: field, $0) } ?? bestParts.flatMap { Self.fieldValue(of: field, $0) }
    case .matchedWords: matchedWords.map { .list($0) }
    case .freeNights: freeNights.map { .nights($0) }
    // Accessed in place: copying the whole listing for each field would cost more than the field.
    default: record?.listing.fieldValue(of: field)
    }
  }

  private static func fieldValue(of nights: Nights) -> FieldValue {
    let dates = [nights.from, nights.to].map { JSONValue.string($0.description) }
    return .structure(.array(dates), text: "\(nights.from)..\(nights.to)")
  }

  private static func fieldValue(of field: Field, _ score: MatchScore) -> FieldValue? {
    switch field {
    // Unrounded, so that the parts add up to it.
    case .score: .structure(.double(score.total), text: MatchScore.roundedPoints(score.total))
    case .parts: score.partsValue
    case .because: score.reasonsValue
    case .leastHappy: score.isOfGroup ? .text(score.member) : nil
    default: score.counterfactual.map { .text($0) }
    }
  }

  private static func fieldValue(of field: Field, _ parts: BestMatchParts) -> FieldValue? {
    switch field {
    case .score: .structure(.double(parts.total), text: MatchScore.roundedPoints(parts.total))
    case .parts: parts.value
    default: nil
    }
  }

  private func measuredValue(of field: Field) -> FieldValue? {
    switch field {
    case .distances: distancesMeters.map { .decimals($0, places: 3) }
    case .spread: spreadMeters.map { .decimal($0, places: 3) }
    case .routePosition: place.map { .decimal($0.positionMeters, places: 3) }
    case .offset: place.map { .decimal($0.offsetMeters, places: 3) }
    default: place.map { .decimal($0.detourMeters, places: 3) }
    }
  }

  /// The longest of the distances minus the shortest.
  var spreadMeters: Double? { distancesMeters.map { ($0.max() ?? 0) - ($0.min() ?? 0) } }

  private func openingValue(of field: Field) -> FieldValue? {
    guard let opening else { return nil }
    return switch field {
    case .open: .text(opening.state.rawValue)
    case .opensOrCloses: opening.nextChange.map(timeValue)
    case .openComment: opening.comment.map { .text($0) }
    default: opening.rule.map { .text($0) }
    }
  }

  private func timeValue(of field: Field) -> FieldValue? {
    switch field {
    case .starts: starts.map(timeValue)
    case .ends: ends.map(timeValue)
    case .added: added.map(timeValue)
    case .changed: changed.map(timeValue)
    case .freeFrom: free?.from.map { .text($0.description) }
    default: free?.until.map { .text($0.description) }
    }
  }

  private func timeValue(_ instant: Instant) -> FieldValue {
    .text(zone.map { instant.iso8601(in: $0) } ?? instant.description)
  }
}

extension PolylinePlace {
  /// The way there and back, in a straight line.
  var detourMeters: Double { 2 * offsetMeters }
}

extension Listing {
  /// The value of a field that depends only on the listing.
  package func fieldValue(of field: Field) -> FieldValue? {
    switch field.definition?.value {
    case .text(let access, _): access.get(self).map { .text($0) }
    case .whole(let access, _, _): access.get(self).map { .whole($0) }
    case .number(let access, _, _, let places): access.get(self).map { .decimal($0, places: places) }
    case .word(let word): word.text(of: self).map { .text($0) }
    case .composite, nil: compositeValue(of: field)
    }
  }

  private func compositeValue(of field: Field) -> FieldValue? {
    switch field {
    case .allDay: allDay ? .flag(true) : nil
    case .tags: tags.isEmpty ? nil : .list(tags)
    case .images: images.isEmpty ? nil : .list(images)
    case .names: Self.fieldValue(of: names)
    case .links: Self.fieldValue(of: links)
    case .price: price.map { .decimal($0.amount, places: 3) }
    case .currency: price?.currency.map { .text($0) }
    default: nil
    }
  }

  private static func fieldValue(of texts: [String: String]) -> FieldValue? {
    guard !texts.isEmpty else { return nil }
    return .structure(
      NamedTexts.json(of: texts), text: texts.byKey.map { "\($0.key): \($0.value)" }.joined(separator: ", "))
  }
}

extension Match {
  /// The value of a custom field; nil without one.
  func ownValue(of name: String) -> FieldValue? { record?.listing.own[name]?.fieldValue }
}

extension JSONWriter {
  /// Writes one member for each field with a value.
  mutating func members(
    of match: Match, in answer: Answer, without hidden: [Field] = [], joiningLists joinsLists: Bool = false
  ) {
    for field in answer.fields where !hidden.contains(field) {
      guard let value = match.fieldValue(of: field) else { continue }
      key(field.rawValue)
      self.value(joinsLists ? value.joined(asJSON: false) : value)
    }
    for name in answer.ownFields {
      guard let value = match.ownValue(of: name) else { continue }
      key(name)
      self.value(joinsLists ? value.joined(asJSON: true) : value)
    }
  }
}

extension FieldValue {
  /// The value with a list or an object as one text: an object as JSON, a list as JSON or like tags in a table.
  fileprivate func joined(asJSON isJSON: Bool) -> FieldValue {
    switch self {
    case .list(let words) where isJSON: .text(JSONValue.array(words.map { .string($0) }).text)
    case .list(let words): .text(TagText.text(of: words))
    case .structure(let json, _) where json.array != nil || json.object != nil: .text(json.text)
    default: self
    }
  }
}
