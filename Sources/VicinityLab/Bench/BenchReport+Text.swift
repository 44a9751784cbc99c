import Streams

extension BenchReport {
  /// One line of JSON:
  /// `{"file":…,"n":…,"p50":µs,"p95":µs,"p99":µs,"mean":µs,"cpu":µs,"qps":{"1":…},"wrong":0,…}`.
  public var jsonLine: String {
    var json = JSONWriter()
    json.object { json in
      json.key("file")
      json.string(file)
      json.key("n")
      json.int(queries)
      for (name, time) in [("p50", p50), ("p95", p95), ("p99", p99), ("mean", mean), ("cpu", cpu)] {
        json.key(name)
        json.double(time, decimals: 3)
      }
      json.key("qps")
      json.object { json in
        for rate in rates {
          json.key(String(rate.threads))
          json.double(rate.queriesPerSecond, decimals: 1)
        }
      }
      for (name, count) in [("wrong", wrong), ("checked", checked), ("rounds", rounds)] {
        json.key(name)
        json.int(count)
      }
      for count in work {
        json.key(count.name)
        json.double(count.perQuery, decimals: 2)
      }
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// A table of reports; times in microseconds, work per query.
  public static func table(_ reports: [BenchReport]) -> String {
    guard let first = reports.first else { return "" }
    let rows = [first.heading] + reports.map(\.cells)
    let widths = first.heading.indices.map { column in rows.map { $0[column].displayWidth }.max() ?? 0 }
    return rows.map { row in
      row.indices.map { row[$0].padded(to: widths[$0], alignedRight: $0 > 0) }.joined(separator: "  ")
    }.joined(separator: "\n")
  }

  private var heading: [String] {
    ["FILE", "N", "P50 µs", "P95 µs", "P99 µs", "MEAN µs", "CPU µs"] + rates.map { "Q/S ×\($0.threads)" }
      + ["WRONG"] + work.map { $0.name.uppercased() }
  }

  private var cells: [String] {
    [file, "\(queries)"] + [p50, p95, p99, mean, cpu].map { Self.text($0) }
      + rates.map { "\(Int($0.queriesPerSecond.rounded()))" } + ["\(wrong) of \(checked)"]
      + work.map { Self.text($0.perQuery) }
  }

  /// One decimal below a hundred, none above.
  private static func text(_ number: Double) -> String {
    var json = JSONWriter()
    json.double(number, decimals: number < 99.95 ? 1 : 0)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
