import Streams
import VicinityFormats

/// A progress line on standard error, on a terminal only.
package struct ProgressBar {
  package let title: String
  private let start = ContinuousClock.now
  private var shown = ""

  package init(title: String) { self.title = title.printable }

  package mutating func show(_ progress: ImportProgress) {
    guard Console.showsProgress else { return }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let line = "\(Self.verb(progress)) \(title) \(Self.bar(progress))\(Self.timeLeft(progress, after: seconds))"
    guard line != shown else { return }
    shown = line
    write("\r\(line)\u{1B}[K")
  }

  /// Removes the line.
  package mutating func clear() {
    guard !shown.isEmpty else { return }
    shown = ""
    write("\r\u{1B}[K")
  }

  private static func verb(_ progress: ImportProgress) -> String {
    switch progress {
    case .reading: "reading"
    case .writing: "writing"
    case .indexing: "indexing"
    }
  }

  private static func bar(_ progress: ImportProgress) -> String {
    guard let fraction = progress.fraction else {
      guard case .reading(let rows, _, _) = progress else { return "" }
      return "\(rows) rows"
    }
    let filled = Int(fraction * 30)
    let bar = String(repeating: "#", count: filled) + String(repeating: "·", count: 30 - filled)
    return "[\(bar)] \(Int(fraction * 100)) %"
  }

  /// The remaining time, after the first seconds.
  private static func timeLeft(_ progress: ImportProgress, after seconds: Double) -> String {
    guard seconds >= 2, let left = progress.secondsLeft(after: seconds) else { return "" }
    return left < 90 ? ", \(Int(left.rounded(.up))) s left" : ", \(Int((left / 60).rounded(.up))) min left"
  }

  // A progress line that cannot be written is no reason to stop.
  private func write(_ text: String) {
    do { try Console.error.write(Array(text.utf8)) } catch {}
  }
}
