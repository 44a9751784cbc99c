import Foundation
import Streams
import Vicinity

/// Queries to measure, in order, with expected answers where known.
public struct Workload: Sendable {
  /// One query of a workload.
  public struct Item: Sendable {
    /// The number of its line, from 1.
    public let line: Int
    /// The query.
    public let query: Query
    /// The expected answer; nil if unknown.
    public let expectation: ExpectedAnswer?
  }

  /// The name in reports: the file name without the folder.
  public let name: String
  /// The queries; at least one.
  public let items: [Item]

  /// Reads a file of queries, one JSON object per line as for a batch; blank lines are skipped.
  /// - Throws: `WorkloadError` with the line.
  public init(path: String) throws(WorkloadError) {
    let text: Data
    do { text = try Self.bytes(of: path) } catch {
      throw .unreadable(
        file: path, reason: (error as? POSIXError).map { Self.reason($0) } ?? error.localizedDescription)
    }
    try self.init(name: URL(filePath: path).lastPathComponent, text: text)
  }

  /// Parses queries from UTF-8 text.
  /// - Throws: `WorkloadError` with the line.
  public init(name: String, text: some Collection<UInt8>) throws(WorkloadError) {
    self.name = name
    var items: [Item] = []
    var line = 0
    for bytes in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      line += 1
      if LineBlock.isBlank(bytes) { continue }
      items.append(try Self.item(Array(bytes), file: name, line: line))
    }
    guard !items.isEmpty else { throw .empty(file: name) }
    self.items = items
  }

  private static func bytes(of path: String) throws -> Data {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    return try file.readToEnd() ?? Data()
  }

  private static func reason(_ error: POSIXError) -> String { String(cString: strerror(error.code.rawValue)) }

  private static func item(_ bytes: [UInt8], file: String, line: Int) throws(WorkloadError) -> Item {
    do {
      let form: JSONValue
      do { form = try JSONParser.parse(bytes) } catch { throw QueryError.notJSON(error) }
      let expected = form.object?["expected"].flatMap { $0.isNull ? nil : $0 }
      let expectation = try expected.map { json throws(QueryError) in try ExpectedAnswer(json: json) }
      return Item(line: line, query: try Query(json: form), expectation: expectation)
    } catch let error as QueryError {
      throw .badQuery(error, file: file, line: line)
    } catch {
      throw .unreadable(file: file, reason: "\(error)")
    }
  }
}
