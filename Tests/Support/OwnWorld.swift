import Streams
import Vicinity
import VicinityLab

/// Listings with values of custom fields, some of another type than declared.
package enum OwnWorld {
  /// The declared fields.
  package static let fields: [OwnField] = [
    ("stars", OwnField.ValueType.number), ("instagram", .text), ("vegan", .boolean), ("since", .date), ("music", .list),
  ].compactMap { OwnField(name: $0.0, type: $0.1) }

  /// Their types by name.
  package static let types = Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.type) })

  private static let values: [String: [JSONValue]] = [
    "stars": [.int(1), .int(2), .int(3), .double(3.5), .int(5), .string("three")],
    "instagram": [.string("@aa"), .string("@Caf\u{E9}"), .string("@Cafe\u{301}"), .string("@zz"), .int(7)],
    "vegan": [.bool(true), .bool(false), .string("yes")],
    "since": [.string("1999-05-01"), .string("2005-01-31"), .string("2020-02-29"), .string("soon")],
    "music": [
      .array([.string("jazz"), .string("blues")]), .array([.string("rock")]), .string("jazz"), .array([]), .int(1),
    ],
  ]

  /// The same listings, two thirds of them with values.
  package static func decorated(_ listings: [Listing], _ random: inout SplitMix64) -> [Listing] {
    listings.map { listing in
      var listing = listing
      for field in fields where !SeededWorld.oneIn(3, &random) {
        let known = values[field.name] ?? []
        listing.own[field.name] = known[SeededWorld.pick(known.count, &random)]
      }
      if SeededWorld.oneIn(3, &random) { listing.own["undeclared"] = .int(1) }
      return listing
    }
  }

  /// A condition on a custom field.
  package static func condition(_ random: inout SplitMix64) -> FilterExpression {
    func one<Element>(_ all: [Element]) -> Element { all[SeededWorld.pick(all.count, &random)] }
    let comparison = one(FilterComparison.allCases)
    switch SeededWorld.pick(9, &random) {
    case 0: return .compare(FilterOperand(.own("stars")), comparison, .number(one([1, 2.5, 3, 5])))
    case 1: return .isIn(FilterOperand(.own("stars")), [.number(1), .number(one([3.5, 9]))])
    case 2: return .compare(FilterOperand(.own("instagram")), comparison, .text(one(["@aa", "@Caf\u{E9}", "@b"])))
    case 3: return .like(FilterOperand(.own("instagram"), ignoresCase: true), one(["@caf%", "%z", "_a_"]))
    case 4: return .compare(FilterOperand(.own("vegan")), one([.equal, .notEqual]), .flag(one([true, false])))
    case 5:
      return .compare(
        FilterOperand(.own("since")), comparison, .date(one([.init(dayNumber: 12_814), .init(dayNumber: 15_000)])))
    case 6: return .list("music", one(FilterSetRelation.allCases), one([["jazz"], ["jazz", "blues"], ["x"], []]))
    case 7: return .isIn(FilterOperand(.own("instagram")), [.text("@aa"), .text("@Cafe\u{301}")])
    default: return .isNull(.own(one(fields).name))
    }
  }
}
