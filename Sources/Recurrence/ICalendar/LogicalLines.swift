/// Splits bytes into content lines with any line ending and unfolds them (RFC 5545, 3.1).
struct LogicalLines {
  /// A line with the number of its first physical line in the file, from 1.
  struct Line {
    let bytes: [UInt8]
    let number: Int

    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  /// The maximum length of a line in bytes; the rest is dropped.
  static let longest = 1 << 20

  private let read: () throws -> [UInt8]?
  private var chunk: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  private var number = 0
  private var pending: Line?

  init(_ read: @escaping () throws -> [UInt8]?) { self.read = read }

  mutating func next() throws -> Line? {
    if pending == nil { pending = try physicalLine() }
    guard let first = pending else { return nil }
    pending = nil
    var bytes = first.bytes
    while let line = try physicalLine() {
      guard line.bytes.first == 0x20 || line.bytes.first == 0x09 else {
        pending = line
        break
      }
      if bytes.count < Self.longest { bytes += line.bytes.dropFirst() }
    }
    return Line(bytes: bytes, number: first.number)
  }

  /// The bytes up to the next LF, without it and a preceding CR.
  private mutating func physicalLine() throws -> Line? {
    var bytes: [UInt8] = []
    var hasBytes = false
    while true {
      if position == chunk.count, try !refill() { break }
      hasBytes = true
      let rest = chunk[position...]
      let end = rest.firstIndex(of: 0x0A)
      if bytes.count < Self.longest { bytes += rest[..<(end ?? rest.endIndex)] }
      position = end.map { $0 + 1 } ?? chunk.count
      if end != nil { break }
    }
    guard hasBytes else { return nil }
    number += 1
    if bytes.last == 0x0D { bytes.removeLast() }
    if number == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    return Line(bytes: bytes, number: number)
  }

  private mutating func refill() throws -> Bool {
    while !isAtEnd {
      guard let next = try read() else {
        isAtEnd = true
        break
      }
      (chunk, position) = (next, 0)
      if !next.isEmpty { return true }
    }
    return false
  }
}
