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

    /// The class by which reports group queries: the id without its last hyphen and the number after it; nil for other
    /// ids.
    public var queryClass: Substring? {
      guard let id = query.id, let hyphen = id.lastIndex(of: "-"), hyphen > id.startIndex else { return nil }
      let number = id[hyphen...].dropFirst()
      return !number.isEmpty && number.allSatisfy { $0.isASCII && $0.isNumber } ? id[..<hyphen] : nil
    }
  }

  /// The name in reports: the file name without the folder.
  public let name: String
  /// The queries; at least one.
  public let items: [Item]

  /// The number of queries with an expected answer.
  var expectations: Int { items.count { $0.expectation != nil } }

  /// The positions of the queries of each class, in the order of their first queries; empty if there are fewer than
  /// two classes.
  var classes: [(name: String, positions: [Int])] {
    var numbers: [Substring: Int] = [:]
    var classes: [(name: String, positions: [Int])] = []
    for (position, item) in items.enumerated() {
      guard let name = item.queryClass else { continue }
      let number = numbers[name, default: classes.count]
      if number == classes.count {
        numbers[name] = number
        classes.append((String(name), []))
      }
      classes[number].positions.append(position)
    }
    return classes.count > 1 ? classes : []
  }

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
