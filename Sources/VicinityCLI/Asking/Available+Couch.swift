import ArgumentParser
import CivilTime
import CommandSupport
import Foundation
import Streams
import Vicinity
import VicinityFormats

extension Available {
  /// Shows a month of a couch.
  func show(month: String, of listing: Listing, in catalog: Catalog, at now: Instant) throws {
    let day = try Self.firstDay(of: month)
    let report = MonthTable(try catalog.calendar(of: listing.id), name: listing.name, monthOf: day, at: now)
    if output.resolved == .table { return try Console.write(report.text) }
    for line in report.jsonLines { try Console.write(line) }
  }

  private static func firstDay(of month: String) throws -> LocalDate {
    do { return try LocalDate(parsing: "\(month)-01") } catch {
      throw ValidationError("--month: cannot read \"\(month.asTyped)\"; write year and month, such as 2026-12")
    }
  }

  /// Finds the next free nights of a couch.
  func findNext(_ count: Int, of listing: Listing, in catalog: Catalog, at now: Instant) throws {
    let most = QueryLimits.longestStay
    guard (1...most).contains(count) else { throw ValidationError("--nights must be a number from 1 to \(most)") }
    let calendar = try catalog.calendar(of: listing.id)
    let first = try from.map { try NightsOptions.date($0, option: "--from") } ?? calendar.firstArrival(at: now)
    let guests = try guestCount
    guard let nights = calendar.nextWindow(of: count, from: first, guests: guests, at: now) else {
      // After the last range of nights with special terms.
      let last = calendar.rates.last.map { max($0.nights.to, first) } ?? first
      let obstacles = Nights(from: last, to: last + count).map { calendar.obstacles(to: $0, guests: guests, at: now) }
      throw NoWindow(couch: listing.id, obstacles: obstacles ?? [])
    }
    try write(nights, of: listing.id)
  }

  private func write(_ nights: Nights, of couch: String) throws {
    let dates = [("from", nights.from), ("to", nights.to)].map { ($0, JSONValue.string($1.description)) }
    try output.write(
      "\(couch): free from \(nights.from) to \(nights.to)",
      or: .object(JSONObject([("id", .string(couch))] + dates)))
  }

  private var guestCount: Int {
    get throws {
      guard let guests else { return 1 }
      if let count = Int(guests.asTyped), count >= 1 { return count }
      throw ValidationError("--guests: \(guests.asTyped) is not allowed, must be a whole number from 1 up")
    }
  }

  /// Checks the stays in a file.
  func answer(batch file: String) throws {
    guard output.format != .table else { throw ValidationError("--batch writes jsonl only") }
    let threads = ProcessInfo.processInfo.activeProcessorCount
    let fixed = try clock.given
    let batch = Batch.availability(in: try catalog.open(), threads: threads, message: Failure.text) {
      fixed ?? ClockOptions.clock()
    }
    let counts = try InputFile(path: file).read { try batch.run(reading: $0, writing: Console.output) }
    guard counts.failed > 0 else { return }
    Console.sayError("\(counts.failed) of \(counts.answered + counts.failed) lines failed; see their error lines")
    throw ExitStatus.someRefused
  }
}

/// No stay of that length or with that many guests is possible on any date.
private struct NoWindow: Error, CustomStringConvertible {
  let couch: String
  let obstacles: [Obstacle]

  var description: String {
    let limits = obstacles.filter {
      switch $0 {
      case .nightsTaken, .shortNotice, .past: false
      default: true
      }
    }
    return "\"\(couch)\" does not accept such a stay: "
      + limits.map { $0.description(in: .utc) }.joined(separator: "; ")
  }
}
