import CivilTime
import GRDB
import Streams
import Vicinity

/// A member's report to the editors.
package struct Report: Sendable {
  /// The reported subject.
  package enum Subject: Hashable, Sendable {
    case listing(String)
    case review(listing: String, member: String)
    case message(Int64)
    case member(String)

    package static let words = ["listing", "review", "message", "member"]

    package var word: String {
      switch self {
      case .listing: "listing"
      case .review: "review"
      case .message: "message"
      case .member: "member"
      }
    }

    /// The form in which it is stored and sent.
    package var json: JSONValue {
      switch self {
      case .listing(let id): .string(id)
      case .review(let listing, let member):
        .object(JSONObject([("listing", .string(listing)), ("member", .string(member))]))
      case .message(let number): .int(number)
      case .member(let name): .string(name)
      }
    }

    init?(word: String, json: JSONValue) {
      switch (word, json.string) {
      case ("listing", let id?): self = .listing(id)
      case ("member", let name?): self = .member(name)
      case ("message", _):
        guard let number = json.integer else { return nil }
        self = .message(Int64(number))
      case ("review", _):
        guard let listing = json.object?["listing"]?.string, let member = json.object?["member"]?.string else {
          return nil
        }
        self = .review(listing: listing, member: member)
      default: return nil
      }
    }
  }

  package enum Reason: String, CaseIterable, Sendable { case spam, offensive, wrong, dangerous, other }

  /// The outcome.
  package enum Status: String, CaseIterable, Sendable {
    case open
    /// Nothing was done.
    case dismissed
    /// The subject was hidden, or its member suspended.
    case hidden
    /// It was hidden, and then restored.
    case restored
  }

  var number: Int64
  var reporter: String?
  package var subject: Subject
  var author: String?
  var reason: Reason
  var text: String?
  var at: Instant
  var status: Status
  /// Why editors decided so.
  var decision: String?
  var decided: Instant?
  /// The hidden content, for restoring it, whether hidden by this report or another one of the same subject.
  var kept: JSONObject?

  static let select = """
    SELECT report.*, (SELECT o.kept FROM report o
      WHERE o.subject = report.subject AND o.target = report.target AND o.kept IS NOT NULL
      ORDER BY o.decided DESC, o.number DESC LIMIT 1) AS kept_of_subject FROM report
    """

  init(row: Row) throws {
    let word: String = row["subject"]
    let target = try JSONParser.parse((row["target"] as String).utf8)
    guard let subject = Subject(word: word, json: target) else {
      throw DatabaseError(message: "the report \(row["number"] as Int64) has an unknown subject")
    }
    (number, reporter, self.subject, author) = (row["number"], row["reporter"], subject, row["author"])
    reason = Reason(rawValue: row["reason"]) ?? .other
    (text, at) = (row["text"], Instant(secondsSince1970: row["at"]))
    (status, decision) = (Status(rawValue: row["status"]) ?? .open, row["decision"])
    decided = (row["decided"] as Int64?).map(Instant.init(secondsSince1970:))
    kept = try (row["kept_of_subject"] as String?).flatMap { try JSONParser.parse($0.utf8).object }
  }

  /// For editors.
  package var json: JSONValue {
    var object = JSONObject([
      ("number", .int(number)), ("subject", .string(subject.word)), (subject.word, subject.json),
      ("reason", .string(reason.rawValue)), ("at", .string(at.description)), ("status", .string(status.rawValue)),
    ])
    object["reporter"] = reporter.map { .string($0) }
    object["author"] = author.map { .string($0) }
    object["text"] = text.map { .string($0) }
    object["decision"] = decision.map { .string($0) }
    object["decided"] = decided.map { .string($0.description) }
    return .object(object)
  }
}

/// The form that reports a subject.
package struct ReportForm: Sendable {
  package var subject: Report.Subject
  var reason: Report.Reason
  var text: String?

  package static let example = #"{"listing":"bar-1","reason":"wrong","text":"It has closed for good."}"#

  package init(json: JSONValue) throws {
    let words = Report.Subject.words
    let members = try QueryMembers(json, path: "", keys: words + ["reason", "text"], example: Self.example)
    let given = words.filter { members[$0] != nil }
    guard given.count == 1, let word = given.first, let value = members[word] else {
      throw QueryError.conflict("a report is about one of listing, review, message and member")
    }
    guard let subject = Report.Subject(word: word, json: value) else {
      throw QueryError.wrongType(
        path: word, found: value.typeName,
        expected: word == "message" ? "the number of a message" : word == "review" ? "an object" : "a name or an id",
        example: word == "message" ? "17" : word == "review" ? #"{"listing":"bar-1","member":"bela"}"# : #""bar-1""#)
    }
    self.subject = subject
    let reasons = Report.Reason.allCases.map(\.rawValue)
    let asked = try members.required("reason").queryString(at: "reason", expected: "a reason", example: #""spam""#)
    guard let reason = Report.Reason(rawValue: asked) else {
      throw QueryError.unknownWord(asked, path: "reason", suggestion: nil, known: reasons)
    }
    self.reason = reason
    text = try members.string("text", expected: "a text", example: #""It has closed for good.""#)
    if let text { try TextLimit(atMost: 2000).check(text, at: "text") }
  }
}
