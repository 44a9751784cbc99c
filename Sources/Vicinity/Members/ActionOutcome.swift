import Streams

/// What an action has come to.
public struct ActionOutcome: Hashable, Sendable {
  /// What was done, as the JSON form calls it.
  public var verb: String
  /// The id of the listing.
  public var listing: String
  /// Who wanted it; nil when it is nobody's doing in particular.
  public var member: String?
  /// A stable word for the result: `added`, `removed`, `joined`, `waiting`, `left`, `rated`, `requested`,
  /// `confirmed`, `declined`, `cancelled`, `blocked`, `unblocked`, or `unchanged` when all was so before.
  public var status: String
  /// What there is to know beyond that.
  public var details = JSONObject()
  /// The result in a sentence, for people.
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
