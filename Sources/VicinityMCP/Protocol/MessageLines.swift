/// Splits a stream of bytes into messages, each on a line.
struct MessageLines {
  /// A line that is longer is left out as it arrives.
  let longest: Int
  private var line: [UInt8] = []
  private var isTooLong = false

  init(longest: Int) { self.longest = longest }

  /// One line of the stream.
  enum Line: Equatable {
    case message([UInt8])
    case tooLong
  }

  /// Takes the next bytes.
  /// - Returns: the lines that end in them; empty ones are left out.
  mutating func add(_ bytes: some Collection<UInt8>) -> [Line] {
    var lines: [Line] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 0x0A) {
      take(rest[..<end])
      if let line = finish() { lines.append(line) }
      rest = rest[rest.index(after: end)...]
    }
    take(rest)
    return lines
  }

  /// The last line, if the stream ends within one.
  mutating func finish() -> Line? {
    defer { (line, isTooLong) = ([], false) }
    if isTooLong { return .tooLong }
    if line.last == 0x0D { line.removeLast() }
    return line.isEmpty ? nil : .message(line)
  }

  private mutating func take(_ bytes: some Collection<UInt8>) {
    guard !isTooLong else { return }
    isTooLong = line.count + bytes.count > longest
    if isTooLong { line = [] } else { line += bytes }
  }
}
