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
    (#"{"do":"favourite","listing":"bar","member":"a"}"#, .favorite(listing: "bar", member: "a")),
    (#"{"id":7,"do":"unfavourite","listing":"bar","member":"a"}"#, .unfavorite(listing: "bar", member: "a")),
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

  /// Actions in order, each with its outcome as JSON and as a sentence.
  static let performed: [(Action, json: String, text: String)] = [
    (
      .favorite(listing: "bar", member: "a"), #"{"do":"favourite","listing":"bar","member":"a","status":"added"}"#,
      "bar is now a favorite of a"
    ),
    (
      .favorite(listing: "bar", member: "a"), #"{"do":"favourite","listing":"bar","member":"a","status":"unchanged"}"#,
      "bar is already a favorite of a"
    ),
    (
      .unfavorite(listing: "bar", member: "a"),
      #"{"do":"unfavourite","listing":"bar","member":"a","status":"removed"}"#, "bar is no longer a favorite of a"
    ),
    (
      .unfavorite(listing: "bar", member: "a"),
      #"{"do":"unfavourite","listing":"bar","member":"a","status":"unchanged"}"#, "bar is not a favorite of a"
    ),
    (
      .join(listing: "party", member: "a"),
      #"{"do":"join","listing":"party","member":"a","status":"joined","starts":"2026-11-27T22:00:00+01:00","#
        + #""cost":5,"currency":"EUR","joined":1,"capacity":2}"#,
      "a has a place at party, 2026-11-27T22:00:00+01:00, €5.00"
    ),
    (
      .join(listing: "party", member: "b"),
      #"{"do":"join","listing":"party","member":"b","status":"joined","starts":"2026-11-27T22:00:00+01:00","#
        + #""cost":5,"currency":"EUR","joined":2,"capacity":2}"#,
      "b has a place at party, 2026-11-27T22:00:00+01:00, €5.00"
    ),
    (
      .join(listing: "party", member: "c"),
      #"{"do":"join","listing":"party","member":"c","status":"waiting","starts":"2026-11-27T22:00:00+01:00","#
        + #""place":1,"cost":5,"currency":"EUR","joined":2,"capacity":2}"#,
      "c waits at place 1 for party, 2026-11-27T22:00:00+01:00, €5.00"
    ),
    (
      .leave(listing: "party", member: "a"),
      #"{"do":"leave","listing":"party","member":"a","status":"left","starts":"2026-11-27T22:00:00+01:00"}"#,
      "a has left party of 2026-11-27T22:00:00+01:00"
    ),
    (
      .leave(listing: "party", member: "a"), #"{"do":"leave","listing":"party","member":"a","status":"unchanged"}"#,
      "a had not joined party"
    ),
    (
      .rate(listing: "bar", member: "a", stars: .known(1)),
      #"{"do":"rate","listing":"bar","member":"a","status":"rated","stars":1,"rating":4.181818181818182,"#
        + #""ratingCount":11}"#,
      "a gives bar 1 of 5 stars; its mean is 4.18 of 11"
    ),
    (
      .unrate(listing: "bar", member: "a"), #"{"do":"unrate","listing":"bar","member":"a","status":"removed"}"#,
      "a no longer rates bar"
    ),
    (
      .unrate(listing: "bar", member: "a"), #"{"do":"unrate","listing":"bar","member":"a","status":"unchanged"}"#,
      "a had not rated bar"
    ),
    (
      .visit(listing: "bar", member: "a"), #"{"do":"visit","listing":"bar","member":"a","status":"added"}"#,
      "a was at bar"
    ),
    (
      .visit(listing: "bar", member: "a"), #"{"do":"visit","listing":"bar","member":"a","status":"unchanged"}"#,
      "this visit of bar by a is already known"
    ),
    (
      .book(BookingRequest(listing: "couch", member: "a", nights: .tonight)),
      #"{"do":"book","listing":"couch","member":"a","status":"requested","booking":"booking-1","#
        + #""from":"2026-11-27","to":"2026-11-28"}"#,
      "booking-1 of a at couch is requested"
    ),
    (
      .change(booking: "booking-1", to: .confirmed),
      #"{"do":"confirm","listing":"couch","member":"a","status":"confirmed","booking":"booking-1","#
        + #""from":"2026-11-27","to":"2026-11-28"}"#,
      "booking-1 of a at couch is confirmed"
    ),
    (
      .rateGuest(booking: "booking-1", stars: .known(4.5), text: "Kind"),
      #"{"do":"rate-guest","listing":"couch","member":"a","status":"rated","booking":"booking-1","stars":4.5}"#,
      "a gets 4.5 of 5 stars as a guest; the mean is 4.5 of 1"
    ),
    (
      .change(booking: "booking-1", to: .cancelled),
      #"{"do":"cancel","listing":"couch","member":"a","status":"cancelled","booking":"booking-1","#
        + #""from":"2026-11-27","to":"2026-11-28"}"#,
      "booking-1 of a at couch is cancelled"
    ),
    (
      .block(listing: "couch", nights: .december, isBlocked: true),
      #"{"do":"block","listing":"couch","status":"blocked","from":"2026-12-01","to":"2026-12-05"}"#,
      "couch is blocked from 2026-12-01 to 2026-12-05"
    ),
    (
      .block(listing: "couch", nights: .december, isBlocked: false),
      #"{"do":"unblock","listing":"couch","status":"unblocked","from":"2026-12-01","to":"2026-12-05"}"#,
      "couch is no longer blocked from 2026-12-01 to 2026-12-05"
    ),
    (
      .block(listing: "couch", nights: .december, isBlocked: false),
      #"{"do":"unblock","listing":"couch","status":"unchanged","from":"2026-12-01","to":"2026-12-05"}"#,
      "couch was not blocked from 2026-12-01 to 2026-12-05"
    ),
    (
      .edit(listing: "bar", patch: .known(JSONObject([("name", .string("Linse")), ("guests", .null)]))),
      #"{"do":"edit","listing":"bar","status":"changed","changed":["name"]}"#, "bar has other values: name"
    ),
    (
      .edit(listing: "bar", patch: .known(JSONObject([("name", .string("Linse"))]))),
      #"{"do":"edit","listing":"bar","status":"unchanged"}"#, "bar is unchanged"
    ),
    (
      .remove(listing: "bar"),
      #"{"do":"remove","listing":"bar","status":"removed","bookings":0,"favourites":0,"attendances":0,"ratings":0,"#
        + #""visits":1,"openBookings":0}"#,
      "removed Linse (bar): 1 visit"
    ),
  ]

  @Test("each outcome is written as JSON and as a sentence, and says whether anything has changed")
  func outcomes() throws {
    let temporary = try SignalWorld.catalog()
    for (action, json, text) in Self.performed {
      let outcome = try temporary.catalog.perform(action, at: SignalWorld.now)
      #expect(outcome.json.text == json && outcome.text == text)
      #expect(outcome.isChanged != json.contains("unchanged"), "\(json)")
      #expect(try JSONParser.parse(json.utf8).object?["listing"]?.string == outcome.listing)
      #expect(try JSONParser.parse(json.utf8).object?["member"]?.string == outcome.member)
    }
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
    #expect(try temporary.catalog.favorites(of: "a", at: SeededWorld.now).count == 1)
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
    #expect(try temporary.catalog.favorites(of: "a", at: SeededWorld.now).isEmpty)
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

  /// The night of `SignalWorld.now`.
  fileprivate static var tonight: Nights {
    Nights.merged([Nights(from: LocalDate(dayNumber: 20_784), to: LocalDate(dayNumber: 20_785))].compactMap { $0 })[0]
  }
}

extension ListingPatch {
  /// A patch from valid members.
  fileprivate static func known(_ members: JSONObject) -> ListingPatch {
    do { return try ListingPatch(members) } catch { preconditionFailure("\(error)") }
  }
}
