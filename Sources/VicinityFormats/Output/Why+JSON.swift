import CodedErrors
import Geography
import Streams
import Vicinity

extension Finding {
  /// The finding as one JSON object; without a margin its keys are left out.
  public var json: JSONValue {
    var object = JSONObject([
      ("filter", .string(filter)), ("passed", .bool(passed)), ("wanted", .string(wanted)), ("found", .string(found)),
    ])
    object["margin"] = margin.map { .double($0.roundedTo(places: 3)) }
    object["unit"] = unit.map { .string($0.rawValue) }
    object["currency"] = currency.map { .string($0) }
    return .object(object)
  }
}

extension Verdict {
  /// The verdict as one JSON object: `id`, `inAnswer`, `rank` if it matches, `findings`.
  public var json: JSONValue {
    var object = JSONObject([("id", .string(listing.id)), ("inAnswer", .bool(isInAnswer))])
    object["rank"] = rank.map { .int(Int64($0)) }
    object["findings"] = .array(findings.map(\.json))
    return .object(object)
  }

  /// A table with a row for each condition, below a summary.
  public func text(_ style: TableStyle = TableStyle(), units: DistanceUnits = .metric) -> String {
    var table = TextTable(headings: ["FILTER", "PASSED", "WANTED", "FOUND", "MARGIN"], alignedRight: [])
    table.rows = findings.map {
      [$0.filter, $0.passed ? "yes" : "NO", $0.wanted, $0.found, $0.marginText(in: units) ?? ""]
    }
    return "\(listing.name?.printable ?? listing.id) (\(listing.id.printable)): \(summary)\n" + table.text(style)
      + (hasDisagreement ? "\(Self.advice)\n" : "")
  }

  /// A next step if the search and the findings disagree.
  public var remedy: Remedy? { hasDisagreement ? .checkCatalog : nil }

  private static let advice = """
    The search and the findings disagree. That is a defect of the catalog file, or of Vicinity: if a check finds none in the file, please \
    report it.
    """

  private var hasDisagreement: Bool { findings.contains(.disagreement) }

  private var summary: String {
    let missed = findings.filter { !$0.passed }
    if missed.first?.filter == "limit", let rank { return "passes everything: rank \(rank), beyond the limit" }
    if hasDisagreement { return "not in the answer, for no known reason" }
    if missed.isEmpty { return rank.map { "in the answer, rank \($0)" } ?? "in the answer" }
    return "not in the answer, for \(missed.count == 1 ? "one reason" : "\(missed.count) reasons")"
  }
}

extension Relaxation {
  /// The change as one JSON object: `filter`, `change` and `unit` if it is numeric, the new `value`, `tag`, `unknown`
  /// words with the `nearest` ones, `results` and `words`.
  public var json: JSONValue {
    var object = JSONObject([("filter", .string(filter))])
    object["change"] = change.map { .double($0.roundedTo(places: 3)) }
    object["unit"] = unit.map { .string($0.rawValue) }
    object["currency"] = currency.map { .string($0) }
    object["tag"] = tag.map { .string($0) }
    object["expression"] = expression.map { .string($0) }
    if !unknown.isEmpty {
      object["unknown"] = .array(unknown.map { .string($0) })
      object["nearest"] = .array(nearest.map { .string($0) })
    }
    object["value"] = value
    object["results"] = .int(Int64(results))
    object["words"] = .string(words)
    return .object(object)
  }
}

extension Double {
  func roundedTo(places: Int) -> Double {
    let scale = Double(Digits.scales[places])
    return (self * scale).rounded() / scale
  }
}
