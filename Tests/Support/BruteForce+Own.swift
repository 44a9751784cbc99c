import CivilTime
import Foundation
import Streams
import Vicinity

/// Custom fields, straight from the JSON values of listings.
extension BruteForce {
  private enum OwnRead {
    case number(Double)
    case text(String)
    case list(Set<String>)
  }

  private func read(_ name: String, _ listing: Listing) -> OwnRead? {
    switch (own[name], listing.own[name]) {
    case (.text, .string(let text)): .text(text)
    case (.number, .int(let number)): .number(Double(number))
    case (.number, .double(let number)): .number(number)
    case (.boolean, .bool(let flag)): .number(flag ? 1 : 0)
    case (.date, .string(let text)): (try? LocalDate(parsing: text)).map { .number(Double($0.dayNumber)) }
    case (.list, .string(let text)): .list([text])
    case (.list, .array(let elements)):
      elements.isEmpty || elements.contains { $0.string == nil } ? nil : .list(Set(elements.compactMap(\.string)))
    default: nil
    }
  }

  func ownNumber(_ name: String, _ listing: Listing) -> Double? {
    if case .number(let number) = read(name, listing) { number } else { nil }
  }

  func ownText(_ name: String, _ listing: Listing) -> String? {
    if case .text(let text) = read(name, listing) { text } else { nil }
  }

  func hasOwn(_ name: String, _ listing: Listing) -> Bool { read(name, listing) != nil }

  func relates(_ name: String, _ relation: FilterSetRelation, _ values: [String], _ listing: Listing) -> Bool? {
    guard case .list(let list) = read(name, listing) else { return nil }
    let others = Set(values)
    return switch relation {
    case .contains: list.isSuperset(of: others)
    case .containedBy: list.isSubset(of: others)
    case .equals: list == others
    case .overlaps: !list.isDisjoint(with: others)
    }
  }

  /// The values of a custom field in the form that a facet counts.
  package func ownValues(_ name: String, _ listing: Listing) -> [String] {
    switch read(name, listing) {
    case nil: [""]
    case .text(let text): [text]
    case .list(let list): Array(list)
    case .number(let number):
      switch own[name] {
      case .boolean: [number == 1 ? "true" : "false"]
      case .date: [LocalDate(dayNumber: Int(number)).description]
      default: [number == number.rounded() ? String(Int(number)) : "\(number)"]
      }
    }
  }
}
