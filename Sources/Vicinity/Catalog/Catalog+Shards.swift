import Foundation
import Geography

/// A catalog divided into several files.
public struct ShardSet: Hashable, Sendable {
  /// One of the files.
  public struct File: Hashable, Sendable {
    /// The name in the folder.
    public var name: String
    /// The number of the first of its tiles.
    public var firstTile: Int64
    /// The listings in the file: its own, those in the halo, and those with records of members.
    public var listings: Int
    /// The listings on its own tiles.
    public var ownListings: Int
    /// The size in bytes.
    public var bytes: Int
  }

  /// The zoom level of the tiles.
  public var zoom: Int
  /// The meters around its tiles within which a file has all listings.
  public var haloMeters: Double
  /// The listings of the catalog.
  public var listings: Int
  /// The size of the catalog in bytes.
  public var bytes: Int
  /// The files, in the order of their tiles.
  public var files: [File]
}

extension Catalog {
  /// The greatest number of files that a catalog is divided into.
  public static let mostShards = 1000

  /// Divides the catalog into several files, each a catalog that is only read.
  ///
  /// Each file owns tiles of the Web Mercator map that follow each other along a Hilbert curve, with about as many
  /// listings as the others have, and has in addition all listings within the halo of its tiles. A query whose answer
  /// cannot depend on any other listing gets the answer of the whole catalog from it, every other one the error
  /// `BeyondShard`. Members' records, areas, names of places, mean ratings and the list of words are those of the whole
  /// catalog in each file.
  ///
  /// - Parameters:
  ///   - folder: where the files `shard-00.gpkg`, `shard-01.gpkg` and so on are made; it exists, and has no such files.
  ///   - count: the number of files, 1...`mostShards`.
  ///   - halo: meters, 0...1,000,000.
  ///   - progress: called after each file with the number of files made.
  /// - Throws: `CatalogError.isShard`, `cannotMake`, `busy` when the catalog was changed in the meantime; no file remains
  ///   then.
  /// - Complexity: O(n log n) time for the n listings, 40 bytes of memory for each.
  public func divide(
    into folder: String, files count: Int, haloMeters halo: Double = 30_000, progress: (Int) -> Void = { _ in }
  ) throws -> ShardSet {
    guard (1...Self.mostShards).contains(count), (0...1_000_000).contains(halo) else {
      throw QueryError.outOfRange(
        path: "shards", found: "\(count) files with a halo of \(halo) m",
        allowed: "1 to \(Self.mostShards) files, and 0 to 1 000 000 m")
    }
    return try workers.withWorker { worker in
      // Of this connection alone: it changes when another one has committed.
      let version = try worker.connection.dataVersion()
      let set = try divide(into: folder, files: count, haloMeters: halo, by: worker, progress)
      guard try worker.connection.dataVersion() == version else {
        CatalogFile.remove(set.files.map { "\(folder)/\($0.name)" })
        throw CatalogError.busy(path: path)
      }
      return set
    }
  }

  private func divide(
    into folder: String, files count: Int, haloMeters: Double, by worker: SearchWorker, _ progress: (Int) -> Void
  ) throws -> ShardSet {
    let division = try worker.readFile {
      guard try worker.count(ShardTable.exists) == 0 else { throw CatalogError.isShard(path: path) }
      return try ShardDivision(of: worker, files: count, haloMeters: haloMeters)
    }
    let writer = try ShardWriter(source: CatalogPath(path).absolute)
    var made: [String] = []
    do {
      var files: [ShardSet.File] = []
      for region in division.regions {
        let name = Self.shardName(region.number, of: count)
        let path = "\(folder)/\(name)"
        guard FileStamp(path: path) == nil else {
          throw CatalogError.cannotMake(path: path, reason: "a file of this name exists")
        }
        made.append(path)
        let (rows, own) = division.rows(of: region)
        try writer.write(path, rows, region) { try LeafImages.write($0) }
        files.append(
          ShardSet.File(
            name: name, firstTile: region.starts[region.number], listings: rows.count, ownListings: own,
            bytes: FileStamp(path: path)?.size ?? 0))
        progress(files.count)
      }
      _ = DiskSync.folder(of: made.first ?? folder)
      return ShardSet(
        zoom: ShardDivision.zoom, haloMeters: haloMeters, listings: files.reduce(0) { $0 + $1.ownListings },
        bytes: FileStamp(path: path)?.size ?? 0, files: files)
    } catch {
      CatalogFile.remove(made.flatMap { [$0] + CatalogPath.journals(of: $0) })
      throw error
    }
  }

  private static func shardName(_ number: Int, of count: Int) -> String {
    let digits = max(2, String(count - 1).count)
    let text = String(number)
    return "shard-" + String(repeating: "0", count: digits - text.count) + text + ".gpkg"
  }
}
