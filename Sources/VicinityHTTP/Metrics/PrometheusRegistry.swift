import CoreMetrics
import Synchronization

/// Metrics as the text format of Prometheus (version 0.0.4).
///
/// Counters, gauges, and timers as histograms of seconds. A label is `name_total` or `name_seconds` in the text, with
/// dots as underscores.
public final class PrometheusRegistry: MetricsFactory, Sendable {
  /// The upper bounds of the buckets of timers, in seconds.
  private static let bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

  private struct Series: Hashable {
    var name: String
    var labels: String
  }

  fileprivate enum Value {
    case counter(CounterCell)
    case gauge(GaugeCell)
    case histogram(HistogramCell)
  }

  private let series = Mutex<[Series: Value]>([:])

  private let help: [String: String]

  /// Makes an empty registry.
  /// - Parameter help: the descriptions of metrics, by their names in the text.
  public init(help: [String: String] = [:]) { self.help = help }

  /// A counter; always the same one for equal label and dimensions.
  public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    if case .counter(let cell) = cell(label, "_total", dimensions, or: .counter(CounterCell())) { return cell }
    return CounterCell()
  }

  /// A gauge or a recorder, which shows the last value.
  public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
    if case .gauge(let cell) = cell(label, "", dimensions, or: .gauge(GaugeCell())) { return cell }
    return GaugeCell()
  }

  /// A timer.
  public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    if case .histogram(let cell) = cell(label, "_seconds", dimensions, or: .histogram(HistogramCell())) { return cell }
    return HistogramCell()
  }

  /// Does nothing: the number of series is bounded by the routes.
  public func destroyCounter(_ handler: any CounterHandler) {}
  /// Does nothing.
  public func destroyRecorder(_ handler: any RecorderHandler) {}
  /// Does nothing.
  public func destroyTimer(_ handler: any TimerHandler) {}

  private func cell(_ label: String, _ suffix: String, _ dimensions: [(String, String)], or new: Value) -> Value {
    let name = String(label.map { $0.isLetter || $0.isNumber ? $0 : "_" }) + suffix
    let labels = dimensions.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
    return series.withLock { series in
      if let known = series[Series(name: name, labels: labels)] { return known }
      series[Series(name: name, labels: labels)] = new
      return new
    }
  }

  private static func escaped(_ value: String) -> String {
    value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }

  /// The page.
  public func text() -> String {
    // Unused routes are left out.
    let all = series.withLock { Array($0) }.filter { !$0.value.isUnused }.sorted {
      ($0.key.name, $0.key.labels) < ($1.key.name, $1.key.labels)
    }
    var text = ""
    var name = ""
    for (series, value) in all {
      if series.name != name {
        name = series.name
        text += "# HELP \(name) \(help[name] ?? name)\n# TYPE \(name) \(value.type)\n"
      }
      text += value.lines(name, series.labels)
    }
    return text
  }

  fileprivate final class CounterCell: CounterHandler {
    let count = Atomic<Int64>(0)
    func increment(by amount: Int64) { count.add(amount, ordering: .relaxed) }
    func reset() { count.store(0, ordering: .relaxed) }
  }

  fileprivate final class GaugeCell: RecorderHandler {
    let bits = Atomic<UInt64>(0)
    func record(_ value: Int64) { record(Double(value)) }
    func record(_ value: Double) { bits.store(value.bitPattern, ordering: .relaxed) }
  }

  fileprivate final class HistogramCell: TimerHandler {
    private struct Counts {
      var buckets = Array(repeating: 0, count: bounds.count + 1)
      var sum = 0.0
    }

    private let counts = Mutex(Counts())

    func recordNanoseconds(_ duration: Int64) {
      let seconds = Double(duration) / 1e9
      let bucket = bounds.firstIndex { seconds <= $0 } ?? bounds.count
      counts.withLock {
        $0.buckets[bucket] += 1
        $0.sum += seconds
      }
    }

    var isUnused: Bool { counts.withLock { $0.buckets.allSatisfy { $0 == 0 } } }

    func lines(_ name: String, _ labels: String) -> String {
      let counts = counts.withLock { $0 }
      var (text, total) = ("", 0)
      for (bound, count) in zip(bounds.map { "\($0)" } + ["+Inf"], counts.buckets) {
        total += count
        text += "\(name)_bucket{\(labels)\(labels.isEmpty ? "" : ",")le=\"\(bound)\"} \(total)\n"
      }
      let braces = labels.isEmpty ? "" : "{\(labels)}"
      return text + "\(name)_sum\(braces) \(counts.sum)\n\(name)_count\(braces) \(total)\n"
    }
  }
}

extension PrometheusRegistry.Value {
  /// Whether it is a timer that has measured nothing.
  fileprivate var isUnused: Bool {
    if case .histogram(let cell) = self { return cell.isUnused }
    return false
  }

  fileprivate var type: String {
    switch self {
    case .counter: "counter"
    case .gauge: "gauge"
    case .histogram: "histogram"
    }
  }

  fileprivate func lines(_ name: String, _ labels: String) -> String {
    let braces = labels.isEmpty ? "" : "{\(labels)}"
    return switch self {
    case .counter(let cell): "\(name)\(braces) \(cell.count.load(ordering: .relaxed))\n"
    case .gauge(let cell): "\(name)\(braces) \(Double(bitPattern: cell.bits.load(ordering: .relaxed)))\n"
    case .histogram(let cell): cell.lines(name, labels)
    }
  }
}
