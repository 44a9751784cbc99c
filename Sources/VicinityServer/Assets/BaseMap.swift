import Streams
import VicinityHTTP

/// The operator's streets under the listings: tiles of a file, or of another server.
enum BaseMap: Sendable {
  case file(TileFile)
  case elsewhere(TileTemplate)

  /// Nil without one.
  /// - Throws: `SettingError` for a file that is no MBTiles, and for addresses that cannot be used.
  init?(_ settings: ServerSettings) throws {
    guard let text = settings.baseMap else { return nil }
    let attribution = settings.baseMapAttribution.map(Attribution.init)
    self =
      TileTemplate.isAddress(text)
      ? .elsewhere(try TileTemplate(text, attribution: attribution))
      : .file(try TileFile(path: text, attribution: attribution))
  }

  /// The credit line of the map.
  var attribution: Attribution? {
    switch self {
    case .file(let file): file.attribution
    case .elsewhere(let template): template.attribution
    }
  }

  /// The least and the greatest zoom that has tiles.
  var zooms: ClosedRange<Int> {
    switch self {
    case .file(let file): file.zooms
    case .elsewhere(let template): template.zooms
    }
  }

  /// Whether its tiles are shapes, and no pictures.
  var isVector: Bool {
    switch self {
    case .file(let file): file.format == .pbf
    case .elsewhere(let template): template.isVector
    }
  }
}
