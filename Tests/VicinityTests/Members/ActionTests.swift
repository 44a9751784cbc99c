import CivilTime
import Foundation
import Streams
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityFormats

@Suite("Actions")
struct ActionTests {
  static let readable: [(String, Action)] = [
    (#"{"do":"favourite","listing":"bar","member":"a"}"#, .favourite(listing: "bar", member: "a")),
    (#"{"id":7,"do":"unfavourite","listing":"bar","member":"a"}"#, .unfavourite(listing: "bar", member: "a")),
    (#"{"do":"join","listing":"x","member":"a","starts":null}"#, .join(listing: "x", member: "a")),
    (
      #"{"do":"leave","listing":"x","member":"a","starts":"2026-12-04"}"#,
      .leave(listing: "x", member: "a", starts: .on(LocalDate(dayNumber: 20_791)))
    ),
    (
      #"{"do":"rate","listing":"x","member":"a","stars":4.5,"text":"fine"}"#,
      .rate(listing: "x", member: "a", stars: .known(4.5), text: "fine")
    ),
    (#"{"do":"unrate","listing":"x","member":"a"}"#, .unrate(listing: "x", member: "a")),
    (
      #"{"do":"visit","listing":"x","member":"a","at":"1970-01-01T00:00:09Z"}"#,
      .visit(listing: "x", member: "a", at: Instant(secondsSince1970: 9))
    ),
    (
      #"{"do":"book","listing":"c","member":"a","from":"2026-12-01","to":"2026-12-05","guests":2,"key":"k"}"#,
      .book(BookingRequest(listing: "c", member: "a", nights: .december, guests: 2, key: "k"))
    ),
    (#"{"do":"confirm","booking":"booking-1"}"#, .change(booking: "booking-1", to: .confirmed)),
    (#"{"do":"decline","booking":"booking-1"}"#, .change(booking: "booking-1", to: .declined)),
    (#"{"do":"cancel","booking":"booking-1"}"#, .change(booking: "booking-1", to: .cancelled)),
    (
      #"{"do":"rate-guest","booking":"booking-1","stars":4.5,"text":"Kind"}"#,
      .rateGuest(booking: "booking-1", stars: .known(4.5), text: "Kind")
    ),
    (
      #"{"do":"block","listing":"c","from":"2026-12-01","to":"2026-12-05"}"#,
      .block(listing: "c", nights: .december, isBlocked: true)
    ),
    (
      #"{"do":"unblock","listing":"c","from":"2026-12-01","to":"2026-12-05"}"#,
      .block(listing: "c", nights: .december, isBlocked: false)
    ),
    (
      #"{"do":"edit","listing":"x","set":{"price":12,"url":null}}"#,
      .edit(listing: "x", patch: .known(JSONObject([("price", .int(12)), ("url", .null)])))
    ),
    (#"{"do":"remove","listing":"x"}"#, .remove(listing: "x")),
  ]

  @Test("an action is read from its JSON form", arguments: readable)
  func reading(text: String, expected: Action) throws {
    #expect(try Action(json: JSONParser.parse(text.utf8)) == expected)
  }

  @Test("there is an example of every form")
  func completeness() {
    for form in Action.forms { #expect(Self.readable.contains { $0.0.contains("\"do\":\"\(form.verb)\"") }) }
  }

  static let unreadable: [(String, String)] = [
    ("7", "wrong-type"), ("{}", "missing"), (#"{"do":7}"#, "wrong-type"), (#"{"do":"favorite"}"#, "unknown-word"),
    (#"{"do":"favourite","listing":"bar"}"#, "missing"),
    (#"{"do":"favourite","listing":"bar","member":"a","stars":4}"#, "unknown-key"),
    (#"{"do":"rate","listing":"bar","member":"a"}"#, "missing"),
    (#"{"do":"rate","listing":"bar","member":"a","stars":4.2}"#, "out-of-range"),
    (#"{"do":"rate","listing":"bar","member":"a","stars":0.5}"#, "out-of-range"),
    (#"{"do":"rate","listing":"bar","member":"a","stars":"4"}"#, "wrong-type"),
    (#"{"do":"join","listing":"bar","member":"a","starts":"soon"}"#, "bad-time"),
    (#"{"do":"visit","listing":"bar","member":"a","at":"2026-11-27"}"#, "bad-time"),
    (#"{"do":"visit","listing":"bar","member":"a","at":"0000-01-01T00:00:00+14:00"}"#, "out-of-range"),
  ]

  @Test("invalid actions are refused with their location", arguments: unreadable)
  func refusals(text: String, code: String) throws {
    let form = try JSONParser.parse(text.utf8)
    let error = try #require(throws: QueryError.self) { try Action(json: form) }
    #expect(error.code == code)
  }

  /// Sends lines through pipes, as the command does.
  private func run(_ lines: [String], each: Bool, _ temporary: TemporaryCatalog) throws -> [JSONObject] {
    let (input, output) = (temporary.folder.appending(path: "in"), temporary.folder.appending(path: "out"))
    try Data(lines.joined(separator: "\n").utf8).write(to: input)
    try Data().write(to: output)
    let (reading, writing) = (try FileHandle(forReadingFrom: input), try FileHandle(forWritingTo: output))
    let batch = ActionBatch(catalog: temporary.catalog) { SignalWorld.now }
    let sink = FileOutput(fileDescriptor: writing.fileDescriptor)
    if each {
      _ = try batch.runEach(reading: reading.fileDescriptor, writing: sink)
    } else {
      _ = try batch.runTogether(reading: reading.fileDescriptor, writing: sink)
    }
    return try String(decoding: Data(contentsOf: output), as: UTF8.self).split(separator: "\n").compactMap {
      try JSONParser.parse($0.utf8).object
    }
  }

  private static let mixed = [
    #"{"do":"favourite","listing":"bar","member":"a"}"#, "",
    #"{"do":"rate","listing":"bar","member":"a","stars":3}"#, #"{"do":"join","listing":"bar","member":"a"}"#,
    #"{"do":"visit","listing":"bar","member":"a"}"#,
  ]

  @Test("line by line, a bad line becomes an error in its place and the others are done")
  func each() throws {
    let temporary = try SignalWorld.catalog()
    let lines = try run(Self.mixed + ["{"], each: true, temporary)
    #expect(lines.map { $0["status"]?.string } == ["added", "rated", nil, "added", nil])
    let errors = lines.compactMap { $0["error"]?.object }
    #expect(errors.map { $0["code"]?.string } == ["unsuitable", "not-json"])
    #expect(errors.map { $0["line"]?.integer } == [4, 6])
    #expect(try temporary.catalog.favourites(of: "a", at: SeededWorld.now).count == 1)
  }

  @Test("together, one bad line undoes all, and says which it was")
  func together() throws {
    let temporary = try SignalWorld.catalog()
    let failure = try #require(throws: ActionBatchFailure.self) {
      try run(Self.mixed, each: false, temporary)
    }
    #expect(failure.lines.map(\.number) == [4] && failure.lines.map(\.code) == ["unsuitable"])
    let unread = try #require(throws: ActionBatchFailure.self) {
      try run(["{"] + Self.mixed + ["7"], each: false, temporary)
    }
    #expect(unread.lines.map(\.number) == [1, 7])
    #expect(try temporary.catalog.favourites(of: "a", at: SeededWorld.now).isEmpty)
    #expect(try temporary.catalog.listing("bar")?.rating == 4.5)
    let good = [Self.mixed[0], Self.mixed[2], #"{"do":"remove","listing":"bar"}"#]
    #expect(try run(good, each: false, temporary).map { $0["status"]?.string } == ["added", "rated", "removed"])
    #expect(try temporary.catalog.listing("bar") == nil)
  }
}

extension Nights {
  /// 2026-12-01 to 2026-12-05.
  fileprivate static var december: Nights {
    Nights.merged([Nights(from: LocalDate(dayNumber: 20_788), to: LocalDate(dayNumber: 20_792))].compactMap { $0 })[0]
  }
}

extension ListingPatch {
  /// A patch from valid members.
  fileprivate static func known(_ members: JSONObject) -> ListingPatch {
    do { return try ListingPatch(members) } catch { preconditionFailure("\(error)") }
  }
}
