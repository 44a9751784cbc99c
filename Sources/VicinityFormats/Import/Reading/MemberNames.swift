import Streams
import Vicinity

/// Reads the members to recommend for.
public enum MemberNames {
  /// The names in a file: one per line, or as `user` or `member` of a JSON object, or the first field of a table row.
  ///
  /// Repeated names are returned once.
  /// - Throws: `ImportError` when the file cannot be read, `QueryError` for a line of JSON without a name.
  public static func read(path: String) throws -> [String] {
    let lines = LineReader(try InputBuffer(try ByteSource(path: path)))
    var names = NumberedNames()
    while let line = try lines.next() {
      guard !JSONLines.isBlank(line) else { continue }
      let text = TextDecoding.text(line).text
      let name = line.first == UInt8(ascii: "{") ? try jsonName(text, line: lines.lineNumber, path) : tableName(text)
      _ = names.number(of: name)
    }
    return names.names
  }

  private static func tableName(_ text: String) -> String {
    String(text.split(separator: "\t", omittingEmptySubsequences: false).first ?? "")
  }

  private static func jsonName(_ text: String, line: Int, _ path: String) throws -> String {
    let object = try JSONParser.parse(text.utf8).object
    switch object?["user"] ?? object?["member"] {
    case .string(let name)?: return name
    case .int(let number)?: return String(number)
    default: throw QueryError.missing(path: "\(path):\(line): member", neededBy: "the line")
    }
  }
}
