import Foundation
import Testing

@testable import Hours

@Suite(.enabled(if: SharedData.isPresent, "the shared conformance data is not here; set VICINITY_SHARED"))
struct OracleTests {
  @Test func everySuiteCaseThatPeersAgreeOnPasses() throws {
    let score = try Score("cases.jsonl")
    score.report()
    #expect(score.consensusFaults.isEmpty, "\(score.consensusFaults.prefix(10))")
  }

  @Test func nearlyEveryRealCaseThatPeersAgreeOnPasses() throws {
    let score = try Score("real_cases.jsonl.gz")
    score.report()
    #expect(score.consensusShare >= 0.999, "\(score.consensusFaults.prefix(10))")
  }

  @Test func nearlyEveryValueOfRealPlacesIsUnderstood() throws {
    var total: [Substring: Int] = [:]
    var understood: [Substring: Int] = [:]
    var rejected: [String] = []
    for line in try SharedData.lines("real_values.tsv.gz") {
      let columns = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
      guard columns.count == 3, let count = Int(columns[0]) else { continue }
      let sources = columns[1].split(separator: ",").map { $0.hasPrefix("planet") ? $0 : "places" }
      let hours = try? OpeningHours(parsing: RealValue.unescaped(columns[2]))
      for source in Set(sources) {
        total[source, default: 0] += 1
        understood[source, default: 0] += hours == nil ? 0 : 1
        if hours == nil { rejected.append("\(source)\t\(count)\t\(columns[2])") }
      }
    }
    for source in total.keys.sorted() {
      print("  \(source): \(understood[source] ?? 0) of \(total[source] ?? 0) values")
    }
    SharedData.record(rejected, as: "rejected")
    // Two in three of the others have two readings.
    #expect(Double(understood["places"] ?? 0) >= 0.988 * Double(total["places"] ?? 1))
  }
}

/// The number of passing cases of a file, by feature.
struct Score {
  private let file: String
  private var passed: [String: Int] = [:]
  private var total: [String: Int] = [:]
  private(set) var consensusFaults: [String] = []
  private(set) var otherFaults: [String] = []
  /// Cases that differ only in how a later rule treats spans from the previous day, which we decide differently.
  private(set) var tailFaults: [String] = []

  init(_ file: String) throws {
    self.file = file
    for oracle in try OracleCase.all(file) where !oracle.lacksCalendar {
      let fault = oracle.fault()
      var peer = oracle
      peer.tails = .endWithLaterRules
      let isTail = fault != nil && peer.fault() == nil
      count(oracle, fault == nil || isTail)
      guard let fault else { continue }
      let line = "\(oracle.id) \(oracle.kind) \(oracle.value.debugDescription): \(fault)"
      if isTail {
        tailFaults.append((oracle.isConsensus ? "AGREED " : "DISPUTED ") + line)
      } else if oracle.isConsensus {
        consensusFaults.append(line)
      } else {
        otherFaults.append("\(oracle.reference) \(line)")
      }
    }
  }

  private mutating func count(_ oracle: OracleCase, _ isRight: Bool) {
    let group = oracle.isConsensus ? "consensus" : "disputed"
    for key in ["all", "kind \(oracle.kind)"] + oracle.features {
      total["\(group) \(key)", default: 0] += 1
      passed["\(group) \(key)", default: 0] += isRight ? 1 : 0
    }
  }

  var consensusShare: Double {
    Double(passed["consensus all"] ?? 0) / Double(max(1, total["consensus all"] ?? 0))
  }

  func report() {
    print("\(file):")
    print("  decided otherwise, tails: \(tailFaults.count), agreed \(tailFaults.count { $0.hasPrefix("AGREED") })")
    for key in total.keys.sorted() { print("  \(key): \(passed[key] ?? 0) of \(total[key] ?? 0)") }
    let lines =
      consensusFaults.map { "AGREED " + $0 } + otherFaults.map { "DISPUTED " + $0 } + tailFaults.map { "TAIL " + $0 }
    SharedData.record(lines, as: file)
  }
}

enum RealValue {
  /// Removes the backslash escapes of the value table.
  static func unescaped(_ text: Substring) -> String {
    var result = ""
    var isEscaped = false
    for character in text {
      switch (isEscaped, character) {
      case (false, "\\"): isEscaped = true
      case (true, "t"): result += "\t"
      case (true, "n"): result += "\n"
      case (true, "r"): result += "\r"
      default: result.append(character)
      }
      if character != "\\" || result.last == "\\" { isEscaped = false }
    }
    return result
  }
}
