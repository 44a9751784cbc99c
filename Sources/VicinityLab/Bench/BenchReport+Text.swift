import Streams

extension BenchReport {
  /// Three tables: latencies in microseconds, of files and below them of their classes; throughput; work per query.
  ///
  /// They fit 80 columns while names have up to 17 characters and times are below a second.
  public static func table(_ reports: [BenchReport]) -> String {
    guard let first = reports.first else { return "" }
    let rates = first.rates.map { "Q/S ×\($0.threads)" }
    return [
      table([timesHeading] + reports.flatMap(\.timesRows), under: ["", "", "WARM", "", "", "COLD"]),
      table([["FILE", "MEAN", "CPU µs"] + rates + ["WRONG"]] + reports.map(\.ratesRow)),
      table([["FILE"] + first.work.map { $0.name.uppercased() }] + reports.map(\.workRow)),
    ].joined(separator: "\n\n")
  }

  private static let timesHeading = ["FILE", "N", "P50", "P95", "P99 µs", "P50", "P95", "P99 µs"]

  private var timesRows: [[String]] {
    [Self.row(file, warm, cold)] + classes.map { Self.row("  \($0.name)", $0.warm, $0.cold) }
  }

  private static func row(_ name: String, _ warm: Times, _ cold: Times) -> [String] {
    [name, "\(warm.queries)"] + [warm, cold].flatMap { [$0.p50, $0.p95, $0.p99] }.map { text($0) }
  }

  private var ratesRow: [String] {
    [file, Self.text(warm.mean), Self.text(cpu)] + rates.map { "\(Int($0.queriesPerSecond.rounded()))" }
      + ["\(wrong.count) of \(checked)"]
  }

  private var workRow: [String] { [file] + work.map { Self.text($0.perQuery) } }

  /// Columns as wide as needed, all but the first aligned right.
  /// - Parameter groups: names above the columns, if any.
  private static func table(_ rows: [[String]], under groups: [String] = []) -> String {
    let widths = rows[0].indices.map { column in rows.map { $0[column].displayWidth }.max() ?? 0 }
    let lines = groups.isEmpty ? rows : [groups + rows[0].dropFirst(groups.count).map { _ in "" }] + rows
    return lines.map { row in
      let line = row.indices.map { row[$0].padded(to: widths[$0], alignedRight: $0 > 0) }.joined(separator: "  ")
      return line.withoutTrailingBlanks
    }.joined(separator: "\n")
  }

  /// One decimal below a hundred, none above.
  private static func text(_ number: Double) -> String {
    var json = JSONWriter()
    json.double(number, decimals: number < 99.95 ? 1 : 0)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}

extension String {
  fileprivate var withoutTrailingBlanks: String {
    var text = Substring(self)
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
