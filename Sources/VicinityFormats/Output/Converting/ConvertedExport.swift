import CodedErrors
import Foundation
import Streams
import Vicinity

/// Makes files of formats that another program writes, from GeoJSON.
///
/// FlatGeobuf has neither lists nor objects: tags and images are texts there as in a table, others are JSON texts.
/// GeoParquet has lists of texts; objects and other lists are JSON texts. In both, values of one custom field with
/// different types are texts.
package enum ConvertedExport: Sendable {
  case flatgeobuf
  case geoparquet

  /// The writer of what is converted.
  package var writer: any AnswerWriter {
    self == .flatgeobuf ? GeoJSONWriter(joiningLists: true) : GeoJSONLinesWriter()
  }

  /// The name of the temporary file that is written.
  package var fileName: String { self == .flatgeobuf ? "listings.fgb" : "listings.parquet" }

  /// Converts a file that ``writer`` has written.
  ///
  /// - Throws: `ConversionUnavailable` when no program can write the format; `InputError.conversionFailed` when it
  ///   fails.
  package func convert(_ source: String, to path: String) throws {
    let (name, arguments) =
      switch self {
      // Guesses would make a date of a name.
      case .flatgeobuf:
        (
          "ogr2ogr",
          [
            "-f", "FlatGeobuf", path, "GeoJSON:\(source)", "-nln", "listings", "-nlt", "POINT", "-oo",
            "DATE_AS_STRING=YES",
          ]
        )
      case .geoparquet: ("python3", ["-c", ParquetWriterScript.text, source, path])
      }
    guard let executable = OutsideProgram.find([name]) else {
      throw ConversionUnavailable(title: title, remedy: .convert(.installed(self == .flatgeobuf ? .gdal : .pyarrow)))
    }
    let program = try OutsideProgram(executable, arguments, reading: fileName)
    // It writes nothing to standard output.
    try program.output.fill(atLeast: 1)
    try program.finish()
  }

  private var title: String { self == .flatgeobuf ? ImportFormat.flatgeobuf.title : ImportFormat.geoparquet.title }
}

/// No program that writes a format is installed.
package struct ConversionUnavailable: CodedError {
  let title: String
  package let remedy: Remedy?
  package var code: String { "conversion-unavailable" }
  package var description: String { "\(title) is written by another program, and none is installed." }
}
