import Streams

/// The result of an evaluation.
public struct EvaluationReport: Sendable {
  /// The result of one recommender.
  public struct Row: Sendable {
    /// The name of the recommender.
    public var name: String
    /// Every measure at every cutoff, in the order of `RankingMetrics`.
    public var means: [(measure: RankingMetrics.Measure, cutoff: Int, value: MeanWithError)]
    /// The ranking time per member.
    public var latency: LatencySummary
  }

  /// The recommenders: the model, then the baselines.
  public var rows: [Row] = []
  /// Members with next visits.
  public var members = 0
  /// Places that can be recommended.
  public var places = 0
  /// Visits that the model was built from, each place of a member once.
  public var visits = 0
  /// The time to build the model, nanoseconds.
  public var fitting: UInt64 = 0
  /// Affinities stored.
  public var affinities = 0
  /// The peak memory of the process, bytes.
  public var peakMemory = 0

  /// The report as a table.
  public var text: String {
    var lines = ["\(members) members, \(places) places, \(visits) visited before"]
    lines.append(
      "fitted in \(Self.seconds(fitting)), \(affinities) affinities; \(peakMemory >> 20) MB at most")
    for row in rows {
      let latency = row.latency
      lines.append("")
      lines.append(
        "\(row.name): \(Self.milliseconds(latency.p50)) a member, p95 \(Self.milliseconds(latency.p95)), "
          + "p99 \(Self.milliseconds(latency.p99))")
      for measure in RankingMetrics.Measure.allCases {
        let cells = row.means.filter { $0.measure == measure }.map { cell in
          "@\(cell.cutoff) \(Self.decimals(cell.value.mean, 4)) ±\(Self.decimals(cell.value.standardError, 4))"
        }
        lines.append("  " + measure.rawValue.padded(to: 6) + cells.joined(separator: "   "))
      }
    }
    return lines.joined(separator: "\n")
  }

  /// One line of JSON per recommender.
  public var jsonLines: [String] {
    rows.map { row in
      var object = JSONObject([("model", .string(row.name)), ("members", .int(Int64(members)))])
      for cell in row.means {
        let name = "\(cell.measure.rawValue)@\(cell.cutoff)"
        object[name] = .double(cell.value.mean)
        object[name + "±"] = .double(cell.value.standardError)
      }
      object["msP50"] = .double(Double(row.latency.p50) / 1e6)
      object["msP95"] = .double(Double(row.latency.p95) / 1e6)
      object["msP99"] = .double(Double(row.latency.p99) / 1e6)
      object["fitSeconds"] = .double(Double(fitting) / 1e9)
      object["peakMemoryBytes"] = .int(Int64(peakMemory))
      return JSONValue.object(object).text
    }
  }

  private static func seconds(_ nanoseconds: UInt64) -> String { decimals(Double(nanoseconds) / 1e9, 1) + " s" }
  private static func milliseconds(_ nanoseconds: UInt64) -> String { decimals(Double(nanoseconds) / 1e6, 3) + " ms" }

  /// A number with a fixed number of decimals.
  private static func decimals(_ value: Double, _ places: Int) -> String {
    let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
    let units = Int((value * Double(scale)).rounded())
    let fraction = String(abs(units) % scale)
    let sign = units < 0 ? "-" : ""
    return "\(sign)\(abs(units) / scale)." + String(repeating: "0", count: places - fraction.count) + fraction
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
