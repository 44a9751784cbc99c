import Areas
import CivilTime
import Foundation
import Geography
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityFormats

/// A change to a catalog, in steps that are acknowledged one by one.
struct WritingOperation: Sendable, CustomTestStringConvertible {
  let name: String
  /// Each is one change, complete and synced once it returns. Its folder contains the files of `FaultWorld.inputs`.
  let steps: [@Sendable (Catalog, URL) throws -> Void]

  init(_ name: String, _ steps: [@Sendable (Catalog, URL) throws -> Void]) {
    (self.name, self.steps) = (name, steps)
  }

  var testDescription: String { name }

  static let all = [
    WritingOperation("import", [{ try load("few.jsonl", $0, $1) }]),
    WritingOperation("import in place of a source", [{ try load("few.jsonl", $0, $1) { $0.replacesSource = true } }]),
    WritingOperation("save", [{ catalog, _ in try catalog.save([SignalWorld.couch], source: "other") }]),
    WritingOperation("remove", [{ catalog, _ in try catalog.remove(ids: ["bar", "l1", "l2"]) }]),
    WritingOperation(
      "favourite, rate, join",
      [
        { catalog, _ in try catalog.perform(.favorite(listing: "bar", member: "x"), at: now) },
        { catalog, _ in try catalog.rate("bar", .known(4), text: "fine", by: "x", at: now) },
        { catalog, _ in try catalog.join("party", by: "x", at: now) },
      ]),
    WritingOperation(
      "book, confirm, cancel",
      [
        { catalog, _ in _ = try catalog.book(FaultWorld.request(nights: 30, by: "x"), at: now) },
        { catalog, _ in _ = try catalog.confirmBooking("booking-2", at: now) },
        { catalog, _ in _ = try catalog.cancelBooking("booking-2", at: now) },
      ]),
    WritingOperation(
      "apply",
      [
        { catalog, _ in
          try catalog.perform(
            all: [
              .favorite(listing: "bar", member: "x"), .leave(listing: "party", member: "a"),
              .rate(listing: "bar", member: "x", stars: .known(2)), .book(FaultWorld.request(nights: 40, by: "y")),
              .remove(listing: "l4"),
            ], at: now)
        }
      ]),
    WritingOperation(
      "forget", [{ catalog, _ in try catalog.forget("b", at: now, rebuildingWith: 1) }]),
    WritingOperation("gazetteer", [{ try $0.importGazetteer([$1.appending(path: "cities.txt").path]) }]),
    WritingOperation(
      "areas",
      [
        { catalog, _ in
          try catalog.save([FaultWorld.area("Rand", size: 0.04), FaultWorld.area("Mitte", size: 0.03)])
        }
      ]),
    WritingOperation(
      "import-signals, then build",
      [
        { catalog, folder in
          let signals = SignalImport(path: folder.appending(path: "signals.jsonl").path)
          _ = try catalog.importSignals([signals], rebuildingWith: 1)
        }
      ]),
  ]

  private static let now = SeededWorld.now

  private static func load(
    _ file: String, _ catalog: Catalog, _ folder: URL, _ configure: (inout ImportOptions) -> Void = { _ in }
  ) throws {
    var options = ImportOptions()
    options.source = "few"
    configure(&options)
    _ = try Importer(path: folder.appending(path: file).path, options: options).run(into: catalog)
  }
}

/// A small catalog with some of everything, made once, and files to import.
enum FaultWorld {
  static let center = Coordinate(latitude: 48.77, longitude: 9.18)

  /// The catalog, as bytes.
  static let catalog = Result<[UInt8], any Error> {
    let listings = SeededWorld(seed: 13, count: 24, center: center, spreadDegrees: 0.05).listings
    var couch = SignalWorld.couch
    (couch.id, couch.publicRadiusMeters) = ("private", 500)
    let temporary = try TemporaryCatalog(listings + [SignalWorld.bar, SignalWorld.party, couch], source: "few")
    let catalog = temporary.catalog
    _ = try catalog.importGazetteer(try GazetteerWorld.write([GazetteerWorld.cities], in: temporary.folder))
    try catalog.save([area("Mitte", size: 0.02)])
    try catalog.perform(
      all: ["a", "b", "c"].flatMap { member in
        [Action.join(listing: "party", member: member), .favorite(listing: "bar", member: member)]
          + listings.prefix(6).map { .favorite(listing: $0.id, member: member) }
      } + [.rate(listing: "bar", member: "a", stars: .known(5)), .book(request(nights: 10, by: "a"))],
      at: SeededWorld.now)
    try catalog.buildRecommendations(threads: 1)
    // Closing the last connection moves everything into the one file.
    try TestDatabase.run("PRAGMA wal_checkpoint(TRUNCATE)", path: catalog.path)
    return Array(try Data(contentsOf: URL(filePath: catalog.path)))
  }

  static let inputs: [String: String] = {
    let few = SeededWorld(seed: 14, count: 12, center: center, spreadDegrees: 0.05).listings
    let signals = ["l0", "l1", "l2", "l3"].flatMap { listing in
      ["p", "q"].map { #"{"member":"\#($0)","listing":"\#(listing)","signal":"visit","value":2}"# }
    }
    return [
      "few.jsonl": few.map(\.jsonText).joined(separator: "\n"), "cities.txt": GazetteerWorld.cities,
      "signals.jsonl": signals.joined(separator: "\n"),
    ]
  }()

  static func area(_ name: String, size: Double) -> NamedArea {
    let corners = [(-size, -size), (-size, size), (size, size), (size, -size), (-size, -size)]
    let ring = corners.map {
      Coordinate(latitude: center.latitude + $0, longitude: center.longitude + $1)
    }
    return NamedArea(name: name, source: "test", shape: MultiPolygon([Polygon(rings: [ring])]))
  }

  static func request(nights first: Int, by member: String) throws -> BookingRequest {
    let from = LocalDate(dayNumber: 20_800 + first)
    return BookingRequest(
      listing: "private", member: member, nights: try #require(Nights(from: from, to: from + 2)), key: "k")
  }

  /// Writes the catalog and the input files to a folder.
  static func unpack(in folder: URL) throws -> String {
    for (name, text) in inputs { try Data(text.utf8).write(to: folder.appending(path: name)) }
    return try write(["catalog.gpkg": catalog.get()], in: folder)
  }

  /// Writes files, including the catalog, to a folder; returns the path of the catalog.
  static func write(_ files: [String: [UInt8]], in folder: URL) throws -> String {
    for (name, bytes) in files { try Data(bytes).write(to: folder.appending(path: name)) }
    return folder.appending(path: "catalog.gpkg").path
  }

  static func open(_ path: String) throws -> Catalog {
    try Catalog(path: path, access: .readWrite, areas: GEOSAreaEngine())
  }
}
