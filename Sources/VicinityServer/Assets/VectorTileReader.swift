/// Reads lines of a vector tile (Mapbox Vector Tile specification 2.1).
///
/// The bytes are not trusted: where they are damaged, reading ends.
enum VectorTileReader {
  /// A feature of a layer.
  struct Feature {
    /// Properties that are texts.
    var texts: [String: String]
    /// Its lines: a point is a line of one point. A side of the tile has length 1; y goes south.
    var lines: [[SIMD2<Double>]]
  }

  /// The features of a layer with a name; none where the tile has no such layer.
  static func features(of layer: String, in bytes: [UInt8]) -> [Feature] {
    var found: [Feature] = []
    var tile = Fields(bytes[...])
    while let field = tile.next() {
      guard field.number == 3, let content = field.content else { continue }
      let layerBytes = Layer(content)
      if layerBytes.name == layer { found += layerBytes.features }
    }
    return found
  }

  private struct Layer {
    var name = ""
    private var extent = 4096.0
    private var keys: [String] = []
    private var values: [String?] = []
    private var parts: [ArraySlice<UInt8>] = []

    init(_ bytes: ArraySlice<UInt8>) {
      var fields = Fields(bytes)
      while let field = fields.next() {
        switch (field.number, field.content) {
        case (1, let content?): name = String(decoding: content, as: UTF8.self)
        case (2, let content?): parts.append(content)
        case (3, let content?): keys.append(String(decoding: content, as: UTF8.self))
        case (4, let content?): values.append(Self.text(content))
        case (5, nil) where field.value > 0: extent = Double(field.value)
        default: break
        }
      }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
      var fields = Fields(bytes)
      guard let field = fields.next(), field.number == 1 else { return nil }
      return field.content.map { String(decoding: $0, as: UTF8.self) }
    }

    var features: [Feature] { parts.map(feature) }

    private func feature(_ bytes: ArraySlice<UInt8>) -> Feature {
      var feature = Feature(texts: [:], lines: [])
      var fields = Fields(bytes)
      while let field = fields.next() {
        guard let content = field.content else { continue }
        if field.number == 2 { feature.texts = texts(content) }
        if field.number == 4 { feature.lines = lines(content) }
      }
      return feature
    }

    private func texts(_ bytes: ArraySlice<UInt8>) -> [String: String] {
      var (texts, numbers) = ([String: String](), Fields(bytes))
      while let key = numbers.varint(), let value = numbers.varint() {
        guard key < keys.count, value < values.count else { break }
        texts[keys[Int(key)]] = values[Int(value)]
      }
      return texts
    }

    private func lines(_ bytes: ArraySlice<UInt8>) -> [[SIMD2<Double>]] {
      var (lines, numbers) = ([[SIMD2<Double>]](), Fields(bytes))
      var (x, y) = (0, 0)
      while let command = numbers.varint() {
        let (kind, count) = (command & 7, command >> 3)
        guard kind == 1 || kind == 2, count <= bytes.count else { continue }
        for _ in 0..<count {
          guard let east = numbers.zigzag(), let south = numbers.zigzag() else { return lines }
          (x, y) = (x &+ east, y &+ south)
          if kind == 1 || lines.isEmpty { lines.append([]) }
          lines[lines.count - 1].append(SIMD2(Double(x), Double(y)) / extent)
        }
      }
      return lines
    }
  }

  /// The fields of a message of Protocol Buffers.
  private struct Fields {
    /// A field: its content, or its value if it is a number.
    struct Field {
      var number: UInt64
      var value: UInt64
      var content: ArraySlice<UInt8>?
    }

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func next() -> Field? {
      guard let key = varint() else { return nil }
      switch key & 7 {
      case 0: return varint().map { Field(number: key >> 3, value: $0) }
      case 1: return skip(8, key)
      case 2:
        guard let count = varint(), count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(Int(count)) }
        return Field(number: key >> 3, value: 0, content: rest.prefix(Int(count)))
      case 5: return skip(4, key)
      default: return nil
      }
    }

    private mutating func skip(_ count: Int, _ key: UInt64) -> Field? {
      guard rest.count >= count else { return nil }
      rest = rest.dropFirst(count)
      return Field(number: key >> 3, value: 0)
    }

    mutating func varint() -> UInt64? {
      var (value, shift) = (UInt64(0), UInt64(0))
      while shift < 64, let byte = rest.popFirst() {
        value |= UInt64(byte & 0x7F) << shift
        if byte < 0x80 { return value }
        shift += 7
      }
      return nil
    }

    mutating func zigzag() -> Int? {
      varint().map { Int(truncatingIfNeeded: $0 >> 1) ^ -Int(truncatingIfNeeded: $0 & 1) }
    }
  }
}
