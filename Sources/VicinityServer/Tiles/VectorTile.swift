import Streams
import Vicinity

/// Writes points as a Mapbox Vector Tile (specification 2.1), a layer at a time.
struct VectorTile {
  /// The value of a property.
  enum Value: Hashable {
    case text(String)
    case whole(Int)
    case number(Double)
  }

  private var layers: [UInt8] = []

  static func tile(_ tile: MapTile, clusters: [Cluster]) -> [UInt8] {
    var layer = VectorTileLayer(name: "clusters")
    for cluster in clusters {
      var properties: [(String, Value)] = [("count", .whole(cluster.count)), ("cell", .text(cluster.cell))]
      if let id = cluster.id { properties.append(("id", .text(id))) }
      layer.add(tile.point(cluster.coordinate), properties)
    }
    return layer.bytes
  }

  static func tile(_ tile: MapTile, listings answer: Answer) -> [UInt8] {
    var layer = VectorTileLayer(name: "listings")
    for match in answer.matches {
      let properties = TileProperty.all.compactMap { property in
        property.value(of: match).map { (property.field.rawValue, $0) }
      }
      layer.add(tile.point(match.coordinate), properties)
    }
    return layer.bytes
  }
}

/// A layer: keys and values once, features by their numbers.
struct VectorTileLayer {
  private let name: String
  private var features: [UInt8] = []
  private var keys: [String: Int] = [:]
  private var keyList: [String] = []
  private var values: [VectorTile.Value: Int] = [:]
  private var valueList: [VectorTile.Value] = []

  init(name: String) { self.name = name }

  mutating func add(_ point: (x: Int, y: Int), _ properties: [(String, VectorTile.Value)]) {
    var tags: [UInt8] = []
    for (key, value) in properties {
      tags.varint(number(of: key))
      tags.varint(number(of: value))
    }
    var geometry: [UInt8] = []
    // MoveTo, once.
    geometry.varint(1 | 1 << 3)
    geometry.varint(Self.zigzag(point.x))
    geometry.varint(Self.zigzag(point.y))
    var feature: [UInt8] = []
    feature.field(2, tags)
    feature.field(3, varint: 1)
    feature.field(4, geometry)
    features.field(2, feature)
  }

  /// The layer as a tile; nothing without features.
  var bytes: [UInt8] {
    guard !features.isEmpty else { return [] }
    var layer: [UInt8] = []
    layer.field(15, varint: 2)
    layer.field(1, Array(name.utf8))
    layer += features
    for key in keyList { layer.field(3, Array(key.utf8)) }
    for value in valueList {
      var bytes: [UInt8] = []
      switch value {
      case .text(let text): bytes.field(1, Array(text.utf8))
      case .number(let number):
        bytes.varint(3 << 3 | 1)
        withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes += $0 }
      case .whole(let number): bytes.field(5, varint: number)
      }
      layer.field(4, bytes)
    }
    layer.field(5, varint: MapTile.extent)
    var tile: [UInt8] = []
    tile.field(3, layer)
    return tile
  }

  private mutating func number(of key: String) -> Int {
    if let number = keys[key] { return number }
    keys[key] = keyList.count
    keyList.append(key)
    return keyList.count - 1
  }

  private mutating func number(of value: VectorTile.Value) -> Int {
    if let number = values[value] { return number }
    values[value] = valueList.count
    valueList.append(value)
    return valueList.count - 1
  }

  private static func zigzag(_ value: Int) -> Int { value << 1 ^ value >> (Int.bitWidth - 1) }
}

extension [UInt8] {
  /// Appends a number as Protocol Buffers write it.
  fileprivate mutating func varint(_ number: Int) {
    var rest = UInt64(bitPattern: Int64(number))
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }

  fileprivate mutating func field(_ number: Int, _ bytes: [UInt8]) {
    varint(number << 3 | 2)
    varint(bytes.count)
    self += bytes
  }

  fileprivate mutating func field(_ number: Int, varint value: Int) {
    varint(number << 3)
    varint(value)
  }
}

/// A field of listings that tiles have.
struct TileProperty: Sendable {
  let field: Field
  var isNumber = false

  /// In the order of tiles.
  static let all = [
    TileProperty(field: .id), .init(field: .kind), .init(field: .name), .init(field: .open),
    .init(field: .price, isNumber: true), .init(field: .currency), .init(field: .rating, isNumber: true),
  ]

  func value(of match: Match) -> VectorTile.Value? {
    guard let text = match.fieldValue(of: field)?.plainText else { return nil }
    guard isNumber, let number = Double(text) else { return .text(text) }
    return .number(number)
  }
}
