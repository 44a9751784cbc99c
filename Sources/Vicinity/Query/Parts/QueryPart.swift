import Streams

/// A part of a query: a row of the table of parts.
///
/// From the rows derive the JSON form of a query and its fingerprint, the lines of a plan, the options of the command
/// line and the parameters of URLs with their help, the names in errors, and the tables of `docs/queries.md`.
package struct QueryPart: Sendable {
  package typealias Reading = @Sendable (inout Query, JSONValue, QueryMembers) throws(QueryError) -> Void

  /// The parts that help and documentation list together, in their order.
  package enum Section: CaseIterable, Sendable {
    case caller, place, conditions, times, order, overview, recommending, clock
  }

  /// Whether a part determines the matches and their order.
  enum Role: Sendable {
    /// Another value gives other matches, or another order.
    case matching
    /// It may change from page to page, or belongs to answers without pages.
    case presentation
  }

  /// Kinds to which a part applies.
  struct Implication: Sendable {
    let kinds: Set<Kind>
    /// Whether a query has the part.
    let isGiven: @Sendable (Query) -> Bool
  }

  /// A row of the documentation.
  package struct Note: Sendable {
    /// The place in the JSON form; nil for another value of the place before.
    package let path: String?
    package let value: String
    /// How it is typed, such as `radius 2km` for an option and `command meet` for a command; nil for the names of the
    /// inputs at this place.
    package let typed: [String]?
    /// In Markdown, with the names of options in braces.
    package let meaning: String

    private init(path: String?, value: String, typed: [String]?, meaning: String) {
      (self.path, self.value, self.typed, self.meaning) = (path, value, typed, meaning)
    }

    init(_ path: String, _ value: String, typed: [String]? = nil, _ meaning: String) {
      self.init(path: path, value: value, typed: typed, meaning: meaning)
    }

    /// Another value of the place before.
    static func also(_ value: String, typed: [String], _ meaning: String) -> Note {
      Note(path: nil, value: value, typed: typed, meaning: meaning)
    }
  }

  /// The key in the JSON form.
  package let key: String
  package let section: Section
  let role: Role
  /// The kinds that a query asks for unless it names others, when it has this part; nil for none.
  let implies: Implication?
  /// Whether a filter expression may contain it.
  let isInFilters: Bool
  /// Sets the part to a value of its key, which is not `null`. Parts before it in the table have been read.
  let read: Reading
  /// The value of the key; nil for the usual one.
  let json: @Sendable (Query) -> JSONValue?
  /// A shorter form of the value that differs where it differs, for fingerprints; nil for the value itself.
  let digest: (@Sendable (Query) -> JSONValue?)?
  /// What a plan says that it tests; nil for nothing.
  let test: (@Sendable (Query) -> String?)?
  /// The condition that it is as a whole; nil for other parts, and for those with several conditions.
  let condition: PartCondition?
  package let inputs: [QueryInput]
  package let notes: [Note]

  init(
    _ key: String, _ section: Section, role: Role = .matching, isInFilters: Bool = false,
    implies: Implication? = nil, notes: [Note] = [],
    inputs: [QueryInput] = [], read: @escaping Reading, json: @escaping @Sendable (Query) -> JSONValue?,
    digest: (@Sendable (Query) -> JSONValue?)? = nil, test: (@Sendable (Query) -> String?)? = nil,
    condition: PartCondition? = nil
  ) {
    (self.key, self.section, self.role) = (key, section, role)
    (self.isInFilters, self.implies) = (isInFilters, implies)
    (self.notes, self.inputs) = (notes, inputs)
    (self.read, self.json, self.digest) = (read, json, digest)
    (self.test, self.condition) = (test, condition)
  }
}

extension QueryPart {
  /// All parts, in the order of the JSON form. A part is read after those before it.
  package static let table: [QueryPart] = [caller, place, kinds, times, conditions, order, overview, recommending]
    .flatMap { $0 }

  /// The inputs of all parts.
  package static let inputs = table.flatMap(\.inputs)

  /// The inputs of the parts of a section.
  package static func inputs(of section: Section) -> [QueryInput] {
    table.filter { $0.section == section }.flatMap(\.inputs)
  }

  /// The parts that determine the matches and their order.
  static let matching = table.filter { $0.role == .matching }

  /// Parts that imply kinds.
  static let implying = table.compactMap(\.implies)

  /// What a plan says that a query tests: conditions on properties, then on times.
  static func tests(of query: Query) -> [String] {
    [.conditions, .times].flatMap { section in
      table.filter { $0.section == section }.flatMap { $0.test?(query)?.split(separator: "\n").map(String.init) ?? [] }
    }
  }
}
