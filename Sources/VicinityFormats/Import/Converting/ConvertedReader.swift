import CodedErrors
import Foundation
import Streams
import Vicinity

/// Reads a file that another program converts to GeoJSON features while it is read: memory does not grow with the file,
/// as far as that program allows.
final class ConvertedReader: ListingReader {
  private let program: OutsideProgram
  private let reader: any ListingReader
  /// A file that has to exist while the program runs.
  private let kept: [AnyObject]

  /// - Parameters:
  ///   - format: one of `ImportFormat.converted`.
  ///   - buffer: the file at its beginning.
  ///   - path: the path of the file; standard input is copied to a temporary file, because programs read it twice.
  /// - Throws: `ImportError.unsupported` when no program can read it.
  init(_ format: ImportFormat, _ buffer: InputBuffer, path: String, options: ImportOptions) throws {
    var kept: [AnyObject] = []
    var file = URL(filePath: path).path
    if buffer.source.totalBytes == nil {
      let spooled = try SpooledInput(buffer)
      kept.append(spooled)
      file = spooled.path
    }
    guard let command = Self.commands(of: format, file).lazy.compactMap(\.found).first else {
      throw ImportError.unsupported(
        path: path, what: "this is \(format.title), which another program has to read, and none is installed",
        remedy: .convert(.installed(format == .geoparquet ? .pyarrow : format == .osm ? .osmium : .gdal)))
    }
    self.kept = kept + command.kept
    program = try OutsideProgram(command.executable, command.arguments, reading: path)
    reader = GeoJSONReader(JSONLines(program.output), path: path, options: options)
  }

  func next() throws(InputError) -> ImportedRow? {
    if let row = try reader.next() { return row }
    try program.finish()
    return nil
  }

  var rowText: String { reader.rowText }
  var remarks: ReaderRemarks { reader.remarks }

  // MARK: Programs

  /// A program that may be installed, with its arguments.
  private struct Command {
    var names: [String]
    var arguments: [String]
    var kept: [AnyObject] = []

    var found: (executable: String, arguments: [String], kept: [AnyObject])? {
      OutsideProgram.find(names).map { ($0, arguments, kept) }
    }
  }

  /// The programs that read a format, the best first.
  private static func commands(of format: ImportFormat, _ file: String) -> [Command] {
    let toDegrees = ["-t_srs", "EPSG:4326", "-f", "GeoJSONSeq", "/vsistdout/", file]
    switch format {
    case .osm:
      // The other geometry of a closed way is its line.
      return [
        Command(
          names: ["osmium"],
          arguments: [
            "export", "--no-progress", "--output-format=geojsonseq", "-x", "print_record_separator=false",
            "--add-unique-id=type_id", "--geometry-types=point,polygon", "--output=-", file,
          ])
      ]
    case .flatgeobuf: return [Command(names: ["ogr2ogr"], arguments: toDegrees)]
    case .geoparquet:
      return [Command(names: ["python3"], arguments: ["-c", ParquetScript.text, file])]
    default: return []
    }
  }
}

/// Writes the rows of a GeoParquet file as GeoJSON features, whose geometry is well-known binary as hexadecimal digits.
enum ParquetScript {
  /// A program of Python for the packages pyarrow or duckdb.
  static let text = """
    import json, sys
    path = sys.argv[1]

    def plain(value):
        if isinstance(value, (bytes, bytearray)):
            return value.hex()
        if isinstance(value, dict):
            return {str(key): plain(item) for key, item in value.items() if item is not None}
        if isinstance(value, (list, tuple)):
            return [plain(item) for item in value]
        if isinstance(value, (str, int, float, bool, type(None))):
            return value
        return str(value)

    def columns(metadata):
        try:
            return json.loads(metadata)["primary_column"]
        except (KeyError, TypeError, ValueError):
            return "geometry"

    def rows_of_pyarrow():
        import pyarrow.parquet
        file = pyarrow.parquet.ParquetFile(path)
        geometry = columns((file.schema_arrow.metadata or {}).get(b"geo"))
        for batch in file.iter_batches(1024):
            for row in batch.to_pylist(maps_as_pydicts="lossy"):
                yield geometry, row

    def rows_of_duckdb():
        import duckdb
        connection = duckdb.connect()
        connection.execute("SET enable_geoparquet_conversion = false")
        found = connection.execute(
            "SELECT value FROM parquet_kv_metadata(?) WHERE key = 'geo'::BLOB", [path]).fetchone()
        geometry = columns(found[0] if found else None)
        cursor = connection.execute("SELECT * FROM read_parquet(?)", [path])
        names = [column[0] for column in cursor.description]
        while rows := cursor.fetchmany(1024):
            for row in rows:
                yield geometry, dict(zip(names, row))

    try:
        import pyarrow.parquet
        rows = rows_of_pyarrow()
    except ImportError:
        try:
            import duckdb
            rows = rows_of_duckdb()
        except ImportError:
            sys.exit("install one of the Python packages pyarrow and duckdb")
    for geometry, row in rows:
        shape = row.pop(geometry, None)
        print(json.dumps({"type": "Feature", "geometry": plain(shape), "properties": plain(row)}, allow_nan=False,
              default=str))
    """
}
