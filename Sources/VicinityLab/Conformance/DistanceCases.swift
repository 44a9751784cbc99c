import Geography
import Streams
import VicinityFormats

/// A table of pairs of coordinates: columns `lat1`, `lon1`, `lat2` and `lon2`, plain or gzip.
///
/// A table without a header has them first, in that order.
public struct DistanceCases: Sendable {
  /// Where the table is; `-` is standard input.
  public let path: String
  /// What the distances are measured on.
  public let metric: Metric

  /// Names a table.
  public init(path: String, metric: Metric) {
    self.path = path
    self.metric = metric
  }

  /// How a run over a table went.
  public struct Outcome: Hashable, Sendable {
    /// Rows answered, and rows that are no cases.
    public var counts = CaseCounts()
    /// What is wrong with the first row that is no case, with its line.
    public var firstFault: String?
  }

  /// Writes every row with two more columns, `meters` (to a micrometer) and `azimuth` (initial, degrees clockwise from north,
  /// 0..<360, to ten digits); both are empty for a row that is no case.
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
    do throws(CaseFault) {
      let (start, end) = try table.pair()
      outcome.counts.answered += 1
      let origin = DistanceOrigin(start, metric: metric)
      return [
        Self.rounded(origin.meters(to: end), 1e6), Self.rounded(origin.azimuth(to: end), 1e10),
      ]
    } catch {
      outcome.counts.unreadable += 1
      if outcome.firstFault == nil { outcome.firstFault = "line \(table.line): \(error)" }
      return ["", ""]
    }
  }

  private static func rounded(_ value: Double, _ parts: Double) -> String {
    let rounded = (value * parts).rounded() / parts
    return Int64(exactly: rounded).map(String.init) ?? "\(rounded)"
  }

  /// Compares our answers with those that the table gives in a column `meters` or `s12_m`, and `azimuth` or `azi1_deg` if there is one.
  ///
  /// - Throws: `ImportError` when the table cannot be read, or has no distances.
  public func score() throws -> DistanceScore {
    let table = try DistanceTable(path: path)
    guard table.hasMeters else {
      throw ImportError.badOption("--score", reason: "needs a column with distances, called meters or s12_m")
    }
    var score = DistanceScore(metric: metric)
    while try table.next() {
      do throws(CaseFault) {
        let (start, end) = try table.pair()
        score.add(try table.expectation(), from: DistanceOrigin(start, metric: metric), to: end)
      } catch {
        score.countUnreadable()
      }
    }
    return score
  }
}
