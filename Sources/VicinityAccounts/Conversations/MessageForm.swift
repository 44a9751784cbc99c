import CivilTime
import Streams
import Vicinity

/// A message to send: text, a picture or video with or without text, or a location.
package struct MessageForm: Sendable {
  var text: String?
  /// The id of a picture or video that the member has sent before.
  var medium: String?
  var location: SharedLocation?
  /// Chosen by the client: a message with the same key is stored once, however often it is sent.
  var key: String?

  /// The most characters of a text.
  static let longestText = 4000
  package static let example = #"{"text":"See you at eight!"}"#

  package init(json: JSONValue, key: String?, at now: Instant) throws {
    let members = try QueryMembers(json, path: "", keys: ["text", "media", "location"], example: Self.example)
    text = try members.string("text", expected: "a text", example: #""See you at eight!""#)
    if let text, !TextLimit(1...Self.longestText).allows(text) || text.allSatisfy(\.isWhitespace) {
      throw QueryError.outOfRange(
        path: "text", found: "\(text.count) characters, \(text.utf8.count) bytes",
        allowed: "1 to \(Self.longestText) characters, not all of them spaces, and at most "
          + "\(TextLimit(1...Self.longestText).bytes) bytes")
    }
    medium = try members.string("media", expected: "the id of a picture or video", example: #""m-7f3a""#)
    location = try members["location"].map { try SharedLocation(json: $0, at: now) }
    let count = (medium == nil ? 0 : 1) + (location == nil ? 0 : 1)
    guard count <= 1, text == nil || location == nil else {
      throw QueryError.conflict("location: a message is a location, or a text with or without a picture or video")
    }
    guard count == 1 || text != nil else { throw QueryError.missing(path: "text", neededBy: "a message") }
    if let key, key.isEmpty || key.utf8.count > 200 {
      throw QueryError.outOfRange(path: "Idempotency-Key", found: key.shortened, allowed: "1 to 200 characters")
    }
    self.key = key
  }

  /// Whether a message is this one, sent before. A live position may have been moved since, and a message removed.
  func says(_ content: Message.Content) -> Bool {
    switch content {
    case .text(let known): text == known && medium == nil && location == nil
    case .medium(let id, _, let known): medium == id && text == known
    case .location: location != nil
    case .booking: false
    case .removed: true
    }
  }
}
