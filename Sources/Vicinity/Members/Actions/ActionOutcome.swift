import Streams

/// The result of an action.
public struct ActionOutcome: Hashable, Sendable {
  /// The verb in the JSON form.
  public var verb: String
  /// The id of the listing.
  public var listing: String
  /// The member; nil when no particular member is involved.
  public var member: String?
  /// A stable identifier of the result: `added`, `removed`, `joined`, `waiting`, `left`, `rated`, `requested`,
  /// `confirmed`, `declined`, `cancelled`, `blocked`, `unblocked`, `changed`, or `unchanged` if nothing changed.
  public var status: String
  /// Further details.
  public var details = JSONObject()
  /// The result as a sentence.
  public var text: String

  /// Makes an outcome.
  public init(verb: String, listing: String, member: String?, status: String, text: String) {
    self.verb = verb
    self.listing = listing
    self.member = member
    self.status = status
    self.text = text.printable
  }

  /// One object: `do`, `listing`, `member`, `status`, and the details.
  public var json: JSONValue {
    var object = JSONObject([("do", .string(verb)), ("listing", .string(listing))])
    object["member"] = member.map { .string($0) }
    object["status"] = .string(status)
    for member in details.members { object[member.key] = member.value }
    return .object(object)
  }
}
