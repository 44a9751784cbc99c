import CodedErrors
import Foundation
import Streams
import Vicinity

/// Reads a file that another program converts while it is read: memory does not grow with the file, as far as that
/// program allows. Of OpenStreetMap data it grows with the ways and relations that become listings.
final class ConvertedReader: ListingReader {
  private let program: OutsideProgram
  private let reader: any ListingReader
  /// The file that has to exist while the program runs.
  private let input: ConvertedInput
  private let format: ImportFormat
  private var isEmpty = true

  /// - Parameters:
  ///   - format: one of those that another program reads.
  ///   - buffer: the file at its beginning.
  ///   - path: the path of the file.
  /// - Throws: `ImportError.unsupported` when no program can read it.
  init(_ format: ImportFormat, _ buffer: InputBuffer, path: String, options: ImportOptions) throws {
    self.format = format
    input = try ConvertedInput(buffer, path: path, decompressing: format != .osm)
    let (name, arguments) = Self.command(for: format, input, options)
    guard let executable = OutsideProgram.find([name]) else {
      throw ImportError.unsupported(
        path: path, what: "this is \(format.title), which another program has to read, and none is installed",
        remedy: .convert(.installed(format == .geoparquet ? .pyarrow : format == .osm ? .osmium : .gdal)))
    }
    program = try OutsideProgram(executable, arguments, reading: path)
    reader = try format == .osm ? Self.elements(program, path, options) : Self.features(program, path, options)
  }

  func next() throws(InputError) -> ImportedRow? {
    if let row = try reader.next() {
      isEmpty = false
      return row
    }
    try program.finish(isEmpty: isEmpty)
    return nil
  }

  var rowText: String { reader.rowText }

  var remarks: ReaderRemarks {
    var remarks = reader.remarks
    if isEmpty, format == .osm {
      remarks.notes.append("no element is a bar, pub, café, restaurant or club; elements of other types were not read.")
      remarks.remedies.append(.includeType(nil))
    }
    return remarks
  }

  var understoodColumns: [ImportColumn] { reader.understoodColumns }

  // MARK: Programs

  /// The program that reads a format, with its arguments.
  private static func command(
    for format: ImportFormat, _ input: ConvertedInput, _ options: ImportOptions
  ) -> (name: String, arguments: [String]) {
    switch format {
    case .osm:
      // Parts of ways and relations pass the filter as well, without their tags.
      let output = ["--remove-tags", "--no-progress", "--output=-"]
      let form = "--output-format=opl,add_metadata=false,locations_on_ways=true"
      return (
        "osmium",
        ["tags-filter"] + output + [form] + (input.osmFormat.map { ["--input-format=\($0)"] } ?? []) + [input.path]
          + OSMScope(include: options.include).osmiumFilters
      )
    // GeoJSON features of GDAL are in degrees.
    case .flatgeobuf: return ("ogr2ogr", ["-f", "GeoJSONSeq", "/vsistdout/", input.path])
    default: return ("python3", ["-c", ParquetScript.text, input.path])
    }
  }

  // MARK: Their output

  /// Elements of OpenStreetMap: read several times, because the parts of an element may be anywhere.
  private static func elements(
    _ program: OutsideProgram, _ path: String, _ options: ImportOptions
  ) throws -> any ListingReader {
    let spooled = try SpooledInput(program.output)
    try program.finish()
    return try OverpassReader(path: path, options: options, keeping: spooled) { () throws in
      OPLElements(try InputBuffer(ByteSource(path: spooled.path, calledAs: path)))
    }
  }

  /// Enough to see which of the two follows.
  private static let firstBytes = 1 << 16

  /// GeoJSON features, or the rows of a table without geometry.
  private static func features(
    _ program: OutsideProgram, _ path: String, _ options: ImportOptions
  ) throws -> any ListingReader {
    let output = program.output
    try output.fill(atLeast: firstBytes)
    if output.bytes.isEmpty || JSONOutline(output.bytes).texts["type"] == "Feature" {
      return GeoJSONReader(JSONLines(output), path: path, options: options)
    }
    let rows = RepeatedInput(output, path: path)
    return try TableReader(TableSource(json: rows, path: path) { JSONLines($0) }, options: options)
  }
}
