import ArgumentParser
import CommandSupport
import Streams
import Vicinity

/// The parts of a query on the command line.
protocol QueryArguments {
  var place: PartOptions<PlaceParts> { get }
  var filter: PartOptions<FilterParts> { get }
  var order: PartOptions<OrderParts> { get }
  var wishes: PartOptions<WishParts> { get }
  var views: PartOptions<ViewParts> { get }
  var clock: ClockOptions { get }
  var asking: CallerOptions { get }
}

/// A whole query on the command line.
struct QueryOptions: ParsableArguments, QueryArguments {
  @OptionGroup(title: "Place") var place: PartOptions<PlaceParts>
  @OptionGroup(title: "Filters") var filter: PartOptions<FilterParts>
  @OptionGroup(title: "Order") var order: PartOptions<OrderParts>
  @OptionGroup(title: "Recommendations") var wishes: PartOptions<WishParts>
  @OptionGroup(title: "Counts") var views: PartOptions<ViewParts>
  @OptionGroup(title: "Time") var clock: ClockOptions
  @OptionGroup(title: "Member") var asking: CallerOptions
}

extension QueryArguments {
  /// The query given by the options.
  ///
  /// Built from the JSON form, so that a batch line and a command line have the same meaning and error messages.
  /// - Parameter addition: adds other options to the form.
  /// - Throws: `QueryError` that refers to options.
  func query(_ addition: (inout JSONObject) throws -> Void = { _ in }) throws -> Query {
    try OptionNames.query.speaking {
      if let extra = try place.extraWord { throw ValidationError(extra) }
      var texts = [place.texts, filter.texts, order.texts, wishes.texts, views.texts]
        .reduce(into: [:]) { $0.merge($1) { first, _ in first } }
      for name in ["sort", "front"] { texts[name] = try texts[name].map { try $0.map { try Self.signed($0, name) } } }
      texts["now"] = clock.now.map { [$0] }
      texts["as"] = asking.caller.map { [$0] }
      var form = try QueryPart.inputs.form(ofOptions: texts)
      try addition(&form)
      return try Query(json: .object(form))
    }
  }
}

extension QueryArguments {
  /// Keys whose ascending order, which a key without a sign has, surprises people.
  private static var greatestFirst: Set<String> { ["rating", "votes"] }

  /// Sort keys without their plus signs.
  /// - Throws: `ValidationError` for such a key without a sign.
  private static func signed(_ keys: String, _ option: String) throws -> String {
    try keys.split(separator: ",", omittingEmptySubsequences: false).map { key in
      let key = key.drop { $0 == " " }
      guard !greatestFirst.contains(key.lowercased()) else {
        throw ValidationError(
          "--\(option) \(key): which first? --\(option) -\(key) puts the greatest first, --\(option) +\(key) the least")
      }
      return String(key.first == "+" ? key.dropFirst() : key)
    }.joined(separator: ",")
  }
}

extension [QueryInput] {
  /// The JSON form of a query, or of some of its parts.
  ///
  /// - Parameter texts: what was typed, by the names of options.
  /// - Throws: `QueryError` with places of the JSON form.
  func form(ofOptions texts: [String: [String]]) throws -> JSONObject {
    try form(of: texts, naming: OptionNames.option(named:)) { input, texts in
      let texts = texts.map(\.asTyped)
      switch input.form {
      case .area: return .object(JSONObject([try AreaArgument(texts.last ?? "", at: input.path).member]))
      // The words of a place, and blanks between the degrees of a coordinate, are arguments of their own.
      case .place: return try input.form.value(of: [texts.joined(separator: " ")], at: input.path)
      default: return try input.form.value(of: texts, at: input.path)
      }
    }
  }
}

extension PartOptions<PlaceParts> {
  /// The arguments that are no options.
  var words: [String] {
    get { texts["near"] ?? [] }
    set { texts["near"] = newValue.isEmpty ? nil : newValue }
  }

  /// The message for a word next to a coordinate: it belongs to an option, and is not the name of a place.
  fileprivate var extraWord: String? {
    get throws {
      guard words.count > 1, let place = words.first(where: TextForm.isCoordinate),
        let extra = words.first(where: { $0.contains(where: \.isLetter) })
      else { return nil }
      let behind = CommandLineArguments.option(before: extra, in: CommandLine.arguments)
      // No value of the option, or it would have been taken as one.
      if behind == "--open" { _ = try Query(json: .object(JSONObject([("open", .string(extra))]))) }
      return "\"\(extra)\" is unexpected: the place is \(place.asTyped) already."
        + (behind.map {
          " It follows \($0): a value is one word, or in quotes; --help lists the values."
        } ?? Self.option(for: extra).map { " Did you mean \($0)?" } ?? "")
    }
  }
}

extension PartOptions<PlaceParts> {
  /// The option that a word is a value of: a distance, or a kind.
  private static func option(for word: String) -> String? {
    if (try? TextForm.meters(word, at: "")) != nil { return "--radius \(word)" }
    return Kind(rawValue: word.lowercased()).map { "--kind \($0.rawValue)" }
  }
}

extension FilterParts {
  /// For the overviews of commands that search.
  static let statusNote =
    "Places that are not in business are left out; --operating-status closed,planned includes them."
}

extension String {
  /// The number in an option; other text stays text, and the query reports what is wrong with it.
  var numberForm: JSONValue { TextForm.number(asTyped) }
}
