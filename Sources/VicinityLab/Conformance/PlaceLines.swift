import CodedErrors
import Geography
import Streams
import Vicinity
import VicinityFormats

/// Looks up places line by line, by name or coordinate. Each line gives one line of JSON, even if it fails; blank lines
/// are skipped.
public struct PlaceLines {
  private let catalog: Catalog
  private let answer: (String) throws -> JSONValue

  /// Names, one per line, answered by `{"query":…,"name":…,"country":…,"lat":…,…,"candidates":[…]}`.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of places, including the first.
  ///   - beginnings: whether to look up names with the line as a prefix, instead of equal ones.
  public static func names(in catalog: Catalog, limit: Int, beginnings: Bool = false) -> PlaceLines {
    PlaceLines(catalog: catalog) { line in
      let found =
        beginnings
        ? try catalog.places(beginningWith: line, limit: limit) : try catalog.places(named: line, limit: limit)
      guard let json = found.json else { throw GazetteerError.unknownPlace(line, similar: []) }
      return json
    }
  }

  /// Coordinates `lat,lon`, one per line, answered by
  /// `{"lat":…,"lon":…,"zone":…,"country":…,"city":{…},"nearest":{…}}`.
  public static func coordinates(in catalog: Catalog) -> PlaceLines {
    PlaceLines(catalog: catalog) { line in
      let degrees = line.split { $0 == "," || $0 == " " || $0 == "\t" }.compactMap { Double($0) }
      guard degrees.count == 2 else { throw CaseError("\"\(line.shortened)\" is no coordinate; write 48.7758,9.1829") }
      let coordinate = Coordinate(latitude: degrees[0], longitude: degrees[1])
      guard coordinate.isValid else { throw CaseError("\(degrees[0]), \(degrees[1]) is not a position on the Earth") }
      let members = try catalog.locality(of: coordinate).json.object?.members.map { ($0.key, $0.value) } ?? []
      return .object(JSONObject([("lat", .double(degrees[0])), ("lon", .double(degrees[1]))] + members))
    }
  }

  /// Answers all lines of a file, `-` for standard input.
  /// - Throws: `ImportError` when it cannot be read, `GazetteerError.noGazetteer`, `OutputError`.
  public func run(reading path: String, writing output: FileOutput) throws -> CaseCounts {
    var counts = CaseCounts()
    let lines = LineReader(try InputBuffer(try ByteSource(path: path)))
    while let line = try lines.next() {
      let text = TextDecoding.text(line).text
      guard text.contains(where: { !$0.isWhitespace }) else { continue }
      let (json, isFound) = try json(for: text, line: lines.lineNumber)
      if isFound { counts.answered += 1 } else { counts.unreadable += 1 }
      try output.write(Array("\(json.text)\n".utf8))
    }
    return counts
  }

  private func json(for text: String, line: Int) throws -> (json: JSONValue, isFound: Bool) {
    do { return (try answer(text), true) } catch let error as any CodedError where Self.isOfLine(error) {
      return (Self.error(text, error.code, error.description, line), false)
    }
  }

  /// Whether other lines may fare better.
  private static func isOfLine(_ error: any CodedError) -> Bool {
    switch error {
    case GazetteerError.noGazetteer: false
    case is GazetteerError, is CaseError: true
    default: false
    }
  }

  private static func error(_ text: String, _ code: String, _ message: String, _ line: Int) -> JSONValue {
    let error = JSONObject([("code", .string(code)), ("message", .string(message)), ("line", .int(Int64(line)))])
    return .object(JSONObject([("query", .string(text)), ("error", .object(error))]))
  }
}
