import Geography
import Streams
import VicinityFormats

/// A table of pairs of coordinates: columns `lat1`, `lon1`, `lat2` and `lon2`, plain or gzip.
///
/// Without a header these are the first columns, in that order.
public struct DistanceCases: Sendable {
  /// The path of the table; `-` is standard input.
  public let path: String
  /// The figure of the Earth.
  public let metric: Metric

  /// Makes the cases of a table.
  public init(path: String, metric: Metric) {
    self.path = path
    self.metric = metric
  }

  /// The result of a run over a table.
  public struct Outcome: Hashable, Sendable {
    /// Rows answered, and malformed rows.
    public var counts = CaseCounts()
    /// The error of the first malformed row, with its line.
    public var firstError: String?
  }

  /// Writes every row with two additional columns, `meters` (to a micrometer) and `azimuth` (initial, degrees clockwise
  /// from north, 0..<360, to ten digits); both are empty for a malformed row.
  ///
  /// - Throws: `ImportError` when the table cannot be read, `OutputError` when the rows cannot be written.
  public func run(writing output: FileOutput) throws -> Outcome {
    let table = try DistanceTable(path: path)
    var outcome = Outcome()
    if let header = table.header { try output.write(Array("\(header)\(table.cells(["meters", "azimuth"]))\n".utf8)) }
    while try table.next() {
      try output.write(Array("\(table.row)\(table.cells(answer(table, &outcome)))\n".utf8))
    }
    return outcome
  }

  private func answer(_ table: DistanceTable, _ outcome: inout Outcome) -> [String] {
    do throws(CaseError) {
      let (start, end) = try table.pair()
      outcome.counts.answered += 1
      let origin = DistanceOrigin(start, metric: metric)
      return [
        Self.rounded(origin.meters(to: end), 1e6), Self.rounded(origin.azimuth(to: end), 1e10),
      ]
    } catch {
      outcome.counts.unreadable += 1
      if outcome.firstError == nil { outcome.firstError = "line \(table.line): \(error)" }
      return ["", ""]
    }
  }

  private static func rounded(_ value: Double, _ parts: Double) -> String {
    let rounded = (value * parts).rounded() / parts
    return Int64(exactly: rounded).map(String.init) ?? "\(rounded)"
  }

  /// Compares our distances with those of the table in a column `meters` or `s12_m`, and azimuths in `azimuth` or
  /// `azi1_deg` if present.
  ///
  /// - Throws: `ImportError` when the table cannot be read, or has no distances.
  public func score() throws -> DistanceScore {
    let table = try DistanceTable(path: path)
    guard table.hasMeters else {
      throw ImportError.badOption("score", reason: "needs a column with distances, called meters or s12_m")
    }
    var score = DistanceScore(metric: metric)
    while try table.next() {
      do throws(CaseError) {
        let (start, end) = try table.pair()
        score.add(try table.expectation(), from: DistanceOrigin(start, metric: metric), to: end)
      } catch {
        score.countUnreadable()
      }
    }
    return score
  }
}
