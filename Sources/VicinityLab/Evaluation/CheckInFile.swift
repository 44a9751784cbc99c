import CodedErrors
import Streams
import Vicinity

/// A tab-separated table, plain or gzipped: visits with counts, positions of places, or friendships.
///
/// Blank lines are skipped. Every error has the file and the line.
struct CheckInFile {
  let path: String

  /// Calls `body` with the fields of every line.
  ///
  /// - Parameters:
  ///   - fields: the names of the required fields; more may follow.
  /// - Throws: `ImportError` when the file cannot be read, `EvaluationError` when a line is too short, and errors of
  ///   `body`.
  func forEachLine(fields names: [String], _ body: (_ fields: [String], _ line: Int) throws -> Void) throws {
    let lines = LineReader(try InputBuffer(try ByteSource(path: path)))
    while let line = try lines.next() {
      guard !JSONLines.isBlank(line) else { continue }
      let text = TextDecoding.text(line).text
      let fields = text.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count >= names.count, fields.allSatisfy({ !$0.isEmpty }) else {
        throw EvaluationError.shortLine(path: path, line: lines.lineNumber, expected: names)
      }
      try body(fields, lines.lineNumber)
    }
  }

  /// The number in a field.
  func number(_ text: String, _ name: String, line: Int) throws -> Double {
    guard let number = Double(text), number.isFinite else {
      throw EvaluationError.notANumber(path: path, line: line, field: name, text: text)
    }
    return number
  }
}

/// Errors in the files of an evaluation.
public enum EvaluationError: CodedError, Hashable {
  /// A line has too few fields.
  case shortLine(path: String, line: Int, expected: [String])
  /// A field is not a number.
  case notANumber(path: String, line: Int, field: String, text: String)
  /// A coordinate is out of range.
  case badCoordinate(path: String, line: Int, latitude: Double, longitude: Double)
  /// A place is listed twice.
  case repeatedPlace(path: String, line: Int, id: String)
  /// A place is missing from the file of places.
  case unknownPlace(path: String, line: Int, id: String, places: String)
  /// There is nothing to measure.
  case empty(path: String, what: String)
}

extension EvaluationError {
  /// Stable, for programs.
  public var code: String {
    switch self {
    case .shortLine: "short-line"
    case .notANumber: "not-a-number"
    case .badCoordinate: "coordinate-out-of-range"
    case .repeatedPlace: "repeated-place"
    case .unknownPlace: "unknown-place"
    case .empty: "empty-file"
    }
  }

  /// The error, its location and a next step.
  public var description: String {
    switch self {
    case .shortLine(let path, let line, let expected):
      "\(path):\(line): a line needs \(expected.joined(separator: ", ")) with a tab between; is this the right file?"
    case .notANumber(let path, let line, let field, let text):
      "\(path):\(line): the \(field) is \"\(text.shortened)\"; write a number"
    case .badCoordinate(let path, let line, let latitude, let longitude):
      "\(path):\(line): \(latitude), \(longitude) is not a position on the Earth; write the latitude before the longitude"
    case .repeatedPlace(let path, let line, let id):
      "\(path):\(line): the place \(id.shortened) has a line already; each place has one"
    case .unknownPlace(let path, let line, let id, let places):
      "\(path):\(line): the place \(id.shortened) is not in \(places); add it there with its coordinate, or take the line out"
    case .empty(let path, let what): "\(path): there are no \(what) in it"
    }
  }
}
