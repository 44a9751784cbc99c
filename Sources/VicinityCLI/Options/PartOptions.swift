import ArgumentParser
import Streams
import Vicinity

/// The options of a section of the table of query parts: declared by its rows, not by properties.
struct PartOptions<Group: OptionGroupOfParts>: ParsableArguments {
  /// What was typed, by the names of options.
  var texts: [String: [String]] = [:]

  init() {}

  /// The last text of an option; nil where it was not given.
  subscript(name: String) -> String? { texts[name]?.last }
}

/// Some sections of the table whose options are listed together.
protocol OptionGroupOfParts {
  static var sections: [QueryPart.Section] { get }
}

extension OptionGroupOfParts {
  static var inputs: [QueryInput] { sections.flatMap(QueryPart.inputs) }
}

/// The region of a query.
enum PlaceParts: OptionGroupOfParts { static let sections = [QueryPart.Section.place] }
/// The filters of a query.
enum FilterParts: OptionGroupOfParts { static let sections = [QueryPart.Section.conditions, .times] }
/// Order, limit and fields.
enum OrderParts: OptionGroupOfParts { static let sections = [QueryPart.Section.order] }
/// The members to recommend for, and options of that order.
enum WishParts: OptionGroupOfParts { static let sections = [QueryPart.Section.recommending] }
/// Counts over all matches.
enum ViewParts: OptionGroupOfParts { static let sections = [QueryPart.Section.overview] }

// MARK: - Parsing

extension PartOptions: CustomReflectable {
  /// ArgumentParser finds the options of a type in its mirror, and decodes them by the labels there.
  var customMirror: Mirror { Mirror(self, children: Group.inputs.map { (label: $0.name, value: $0.definition) }) }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    for input in Group.inputs {
      let given = try input.texts(in: container, Key(stringValue: input.name))
      if !given.isEmpty { texts[input.name] = given }
    }
  }

  fileprivate struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

extension QueryInput {
  /// How the parser reads it.
  fileprivate var definition: Any {
    let option: NameSpecification = name == "limit" ? .limit : [.customLong(name)]
    let completion = CompletionKind.values(of: self)
    switch form {
    case .place: return Argument<[String]>(wrappedValue: [], help: help, completion: completion)
    case .flag: return Flag<Bool>(wrappedValue: false, name: option, help: help)
    case _ where form.isRepeatable:
      return Option<[String]>(wrappedValue: [], name: option, help: help, completion: completion)
    case .searchText:
      return Option<String?>(
        wrappedValue: nil, name: option, parsing: .unconditional, help: help, completion: completion)
    default: return Option<String?>(wrappedValue: nil, name: option, help: help, completion: completion)
    }
  }

  /// What was typed; empty where nothing was.
  fileprivate func texts<Key>(in container: KeyedDecodingContainer<Key>, _ key: Key) throws -> [String] {
    switch form {
    case .place: try container.decode(Argument<[String]>.self, forKey: key).wrappedValue
    case .flag: try container.decode(Flag<Bool>.self, forKey: key).wrappedValue ? ["true"] : []
    case _ where form.isRepeatable: try container.decode(Option<[String]>.self, forKey: key).wrappedValue
    default: [try container.decode(Option<String?>.self, forKey: key).wrappedValue].compactMap(\.self)
    }
  }

  /// The input of a name, for options that other commands have too.
  static func named(_ name: String) -> ArgumentHelp { QueryPart.inputs.first { $0.name == name }?.help ?? "" }

  /// What help says.
  fileprivate var help: ArgumentHelp {
    var text = meaning(name: OptionNames.option(named:)) { value in
      value.contains(" ") && !value.contains("\"") ? "\"\(value)\"" : value
    }
    switch form {
    case .words: text += " Repeat it or join several with commas."
    case .area: text += " Also a GeoJSON or WKT file."
    default: break
    }
    return ArgumentHelp(
      "\(text)", valueName: placeholder.isEmpty ? nil : placeholder, visibility: isRare ? .hidden : .default)
  }
}
