import Streams
import Vicinity
import VicinityAccounts
import VicinityHTTP

/// The members that a body names: only keys that act for members may do that.
enum MemberNames {
  private static let keys: Set = ["caller", "member", "members"]

  /// - Throws: `Problem` for a form that names members at any place, from a client that must not.
  static func check(_ form: JSONValue, by client: Client) throws {
    guard !client.has(.actAs), let place = place(in: form) else { return }
    var problem = refusal(place.last ?? "")
    problem.pointer = place.map { "/\($0)" }.joined()
    throw problem
  }

  /// The refusal of a key or parameter that names a member.
  static func refusal(_ name: String) -> Problem {
    Problem(
      .forbidden, "forbidden",
      "\(name): only keys with the scope \(Scope.actAs.rawValue) may name members; the server determines the member of "
        + "other callers.")
  }

  /// The steps to the first value that names members.
  private static func place(in form: JSONValue) -> [String]? {
    if let elements = form.array {
      for (number, element) in elements.enumerated() {
        if let rest = place(in: element) { return ["\(number)"] + rest }
      }
    }
    for member in form.object?.members ?? [] {
      if keys.contains(member.key), !member.value.isNull { return [member.key] }
      if let rest = place(in: member.value) { return [member.key] + rest }
    }
    return nil
  }
}
