import Streams
import Vicinity

/// A filter that an address of the map page may hold: an input of the table of query parts.
struct PageFilter {
  private let input: String
  private let name: String
  private let path: String?
  private let form: String?
  private let owner: String?
  private let most: Double?

  /// - Parameters:
  ///   - input: the name of the input.
  ///   - name: the name in an address; nil where it is that of the input.
  ///   - path: the place in a query where it is not that of the input.
  ///   - form: the page's own form of its text; nil where the input determines it.
  ///   - owner: the filter without which it has no meaning.
  ///   - most: the highest value.
  private init(
    _ input: String, name: String? = nil, path: String? = nil, form: String? = nil, of owner: String? = nil,
    most: Double? = nil
  ) {
    (self.input, self.name, self.path, self.form) = (input, name ?? input, path, form)
    (self.owner, self.most) = (owner, most)
  }

  /// The filters with a control of their own, in the order of an address.
  private static let controls = [
    PageFilter("kind"), PageFilter("category"), PageFilter("text"), PageFilter("tag"),
    PageFilter("open", path: "open", form: "moment"),
    PageFilter("during"), PageFilter("stay", path: "stay", form: "nights"), PageFilter("guests", of: "stay", most: 99),
    PageFilter("min-price", most: 1e12), PageFilter("max-price", most: 1e12),
    PageFilter("currency", form: "currency", of: "max-price"),
    PageFilter("min-rating"), PageFilter("accessible"), PageFilter("within", name: "area", form: "text"),
    PageFilter("not-host"),
  ]

  /// Those with a control of their own, then those whose values the page offers as the table has them.
  static let all = controls + QueryPart.inputs.filter { !$0.choices.isEmpty }.map { PageFilter($0.name) }

  /// As a setting of the page; nil for an input whose form the page cannot write.
  var json: JSONValue? {
    guard let input = QueryPart.inputs.first(where: { $0.name == input }), let form = form ?? input.form.page else {
      return nil
    }
    var members: JSONObject = ["name": .string(name), "path": .string(path ?? input.path), "form": .string(form)]
    switch input.form {
    case .word(let words), .words(let words): members["words"] = texts(words)
    case .number(let range): (members["least"], members["most"]) = (bound(range.lowerBound), bound(range.upperBound))
    case .integer(let range, _):
      (members["least"], members["most"]) = (bound(Double(range.lowerBound)), bound(Double(range.upperBound)))
    default: break
    }
    members["of"] = owner.map { .string($0) }
    if let most { members["most"] = .double(most) }
    members["choices"] = texts(input.choices)
    return .object(members)
  }

  /// Nil for none.
  private func texts(_ texts: [String]) -> JSONValue? { texts.isEmpty ? nil : .array(texts.map { .string($0) }) }

  /// Nil for a bound that no number reaches.
  private func bound(_ number: Double) -> JSONValue? { abs(number) < Double(Int.max) ? .double(number) : nil }
}

extension TextForm {
  /// The form as the page names it, see `state/query.js`; nil for one that it cannot write.
  fileprivate var page: String? {
    switch self {
    case .text, .searchText, .moment, .span, .word, .filter: "text"
    case .words, .names: "words"
    case .number: "number"
    case .integer: "integer"
    case .flag: "flag"
    case .dates: "dates"
    case .speed, .texts, .distance, .place, .box, .area, .weights: nil
    }
  }
}
