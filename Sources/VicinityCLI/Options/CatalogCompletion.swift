import ArgumentParser
import CommandSupport
import Foundation
import Streams
import Vicinity

/// Values that a shell completes from the catalog of its command line.
extension CompletionKind {
  /// The id of a listing.
  static let listing = fromCatalog { try $0.ids(beginningWith: $1) }
  /// Tags, joined by commas.
  static let tags = fromCatalog(isList: true) { try $0.tags(beginningWith: $1) }
  /// The name of an area.
  static let area = fromCatalog { try $0.areaNames(beginningWith: $1) }
  /// The name of a city.
  static let place = fromCatalog { try PlaceNames(in: $0, beginningWith: $1).names }

  /// The name of a member with a record in the catalog.
  static let member = fromCatalog { try $0.members(beginningWith: $1) }
  /// Names of members, joined by commas.
  static let members = fromCatalog(isList: true) { try $0.members(beginningWith: $1) }

  /// Some words, joined by commas.
  static func words(_ words: @autoclosure @escaping @Sendable () -> [String]) -> CompletionKind {
    .custom { _, _, text in CompletedWord(text, isList: true).candidates { _ in words() } }
  }

  /// The values of an option of the table of query parts.
  static func values(of input: QueryInput) -> CompletionKind {
    switch input.form {
    case _ where input.path == "members": member
    case .words where ["host", "not-host"].contains(input.name): members
    case .place: place
    case .area: area
    case .word(let words): list(words)
    case .words(let words) where !words.isEmpty: .words(words)
    case .words: input.path.hasPrefix("tags.") ? tags : .default
    case .names: .words(names(of: input.path))
    default: .default
    }
  }

  private static func names(of path: String) -> [String] {
    switch path {
    case "sort", "front": Query.SortProperty.allCases.map(\.rawValue)
    case "facets": Query.Facet.allCases.map(\.rawValue)
    case "fields": Field.allCases.map(\.rawValue)
    default: []
    }
  }

  private static func fromCatalog(
    isList: Bool = false, _ candidates: @escaping @Sendable (Catalog, String) throws -> [String]
  ) -> CompletionKind {
    .custom { words, _, text in
      // Without a catalog there is nothing to complete, and a message would be printed into the line that is typed.
      guard let catalog = try? Catalog(path: CatalogOptions.path(in: words.map(CompletedWord.unquoted))) else {
        return []
      }
      return CompletedWord(text, isList: isList).candidates { (try? candidates(catalog, $0)) ?? [] }
    }
  }
}

/// The names of cities that complete a text: they begin with it as it was typed, which shells require.
private struct PlaceNames {
  let names: [String]

  init(in catalog: Catalog, beginningWith text: String) throws {
    guard text.first?.isLetter == true else {
      names = []
      return
    }
    let places = try catalog.places(beginningWith: text, limit: Catalog.usualBeginnings).places
    let counts = Dictionary(places.map { ($0.name, 1) }, uniquingKeysWith: +)
    // A name of several places needs its region and country.
    names = places.compactMap { Self.completed(text, to: counts[$0.name] == 1 ? $0.name : $0.description) }
  }

  /// The name with its beginning as typed; nil if it begins otherwise, such as the name in another language.
  private static func completed(_ text: String, to name: String) -> String? {
    let beginning = name.prefix(text.count)
    guard folded(String(beginning)) == folded(text) else { return nil }
    return text + name.dropFirst(text.count)
  }

  private static func folded(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }
}
