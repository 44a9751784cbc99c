import ArgumentParser
import CommandSupport
import Foundation
import Streams
import Vicinity
import VicinityFormats

/// Divides a catalog into files for machines that cannot hold all of it.
struct ShardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shard",
    abstract: "Divide the catalog into several files, for batches on machines that cannot hold all of it.",
    usage: "vicinity shard <folder> [--files <count>] [--halo <distance>] [<options>]",
    discussion: """
      Each file has the listings of its tiles of the map, about as many as every other file, and those within the halo \
      of its tiles. A query whose answer cannot depend on other listings gets the answer of the whole catalog from it, \
      any other the error beyond-shard. docs/scale.md shows how Spark and Dask use them.

      The folder also gets shards.json, which lists the tiles of each file.

      Examples:
        vicinity shard parts --files 16 --halo 30km
        vicinity batch nearby.jsonl --catalog parts/shard-00.gpkg
      """)

  @Argument(help: ArgumentHelp("A new or empty folder.", valueName: "folder"), completion: .directory)
  var folder: String

  @Option(help: ArgumentHelp("The number of files.", valueName: "count")) var files: Count = Count(16)

  @Option(
    help: ArgumentHelp(
      "The distance around its tiles within which each file has all listings, such as 30km.", valueName: "distance"))
  var halo = "30km"

  @OptionGroup var output: ReportOptions
  @OptionGroup var catalog: CatalogOptions

  func validate() throws {
    guard (1...Catalog.mostShards).contains(files.number) else {
      throw ValidationError("--files must be from 1 to \(Catalog.mostShards)")
    }
    guard try (0...1_000_000).contains(meters) else { throw ValidationError("--halo must be from 0 to 1000km") }
  }

  private var meters: Double { get throws { try TextForm.meters(halo, at: "--halo") } }

  func run() throws {
    let catalog = try catalog.open()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    guard try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty else {
      throw ValidationError("\(folder) is not empty; name a new folder")
    }
    let set = try catalog.divide(into: folder, files: files.number, haloMeters: meters) { made in
      if Console.showsProgress { Console.say("\(made) of \(files.number) files") }
    }
    try Data((set.json.text + "\n").utf8).write(to: URL(fileURLWithPath: "\(folder)/shards.json"))
    try output.write(set.text, or: set.json)
  }
}

extension ShardSet {
  /// The form of `shards.json`.
  fileprivate var json: JSONValue {
    .object(
      JSONObject([
        ("zoom", .int(Int64(zoom))), ("halo", .double(haloMeters)), ("listings", .int(Int64(listings))),
        ("bytes", .int(Int64(bytes))),
        (
          "files",
          .array(
            files.map { file in
              .object(
                JSONObject([
                  ("name", .string(file.name)), ("from", .int(file.firstTile)),
                  ("listings", .int(Int64(file.listings))), ("own", .int(Int64(file.ownListings))),
                  ("bytes", .int(Int64(file.bytes))),
                ]))
            })
        ),
      ]))
  }

  fileprivate var text: String {
    let sum = files.reduce(0) { $0 + $1.bytes }
    let (least, most) = (files.map(\.ownListings).min() ?? 0, files.map(\.ownListings).max() ?? 0)
    let ratio = (Double(sum) / Double(max(bytes, 1)) * 100).rounded() / 100
    return "\(files.count.counted("file")), each with \(least) to \(most) listings on its tiles; "
      + "together \(sum) bytes, \(ratio) times the catalog"
  }
}
