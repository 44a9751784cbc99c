import NIOCore
import Synchronization

/// A tile in the form in which it is sent.
struct KeptTile: Sendable {
  var bytes: ByteBuffer
  /// The same as gzip, once a client wanted it.
  var compressed: ByteBuffer?

  /// Its memory: an empty tile takes some too.
  fileprivate var size: Int { bytes.readableBytes + (compressed?.readableBytes ?? 0) + 256 }
}

/// The tiles that were asked for last, by their validators, up to a number of bytes.
final class TileCache: Sendable {
  fileprivate struct Kept {
    var tile: KeptTile
    var used: Int
  }

  fileprivate struct Contents {
    var tiles: [UInt64: Kept] = [:]
    var byteCount = 0
    var clock = 0
  }

  private let most: Int
  private let contents = Mutex(Contents())

  /// - Parameter bytes: the maximum size of the cache.
  init(bytes: Int) { most = bytes }

  /// - Parameter tag: stands for the request and for what it was answered from.
  subscript(tag: UInt64) -> KeptTile? {
    get {
      contents.withLock { contents in
        contents.clock += 1
        contents.tiles[tag]?.used = contents.clock
        return contents.tiles[tag]?.tile
      }
    }
    set {
      guard let newValue, newValue.size <= most / 8 else { return }
      contents.withLock { contents in
        contents.clock += 1
        let kept = Kept(tile: newValue, used: contents.clock)
        if let old = contents.tiles.updateValue(kept, forKey: tag) { contents.byteCount -= old.tile.size }
        contents.byteCount += newValue.size
        if contents.byteCount > most { contents.dropOldest(to: most / 2) }
      }
    }
  }
}

extension TileCache.Contents {
  fileprivate mutating func dropOldest(to size: Int) {
    for (tag, kept) in tiles.sorted(by: { $0.value.used < $1.value.used }) where byteCount > size {
      tiles[tag] = nil
      byteCount -= kept.tile.size
    }
  }
}
