import CivilTime
import Streams

/// What a catalog has forgotten of a member, counted.
public struct ForgottenMember: Hashable, Sendable {
  /// Who it was.
  public var member: String
  /// Favourites.
  public var favourites = 0
  /// Ratings with their texts; the means of the listings are without them.
  public var ratings = 0
  /// Places at events, and in waiting lists.
  public var attendances = 0
  /// Visits.
  public var visits = 0
  /// Bookings that were over or called off.
  public var bookings = 0
  /// Signals of other systems.
  public var imported = 0
  /// Friendships, in both directions.
  public var friendships = 0
  /// Whether affinities are without the member; false when they are as before, and wait for the next build.
  public var isModelRebuilt = false

  /// Makes the report of a member of whom nothing was known.
  public init(member: String) { self.member = member }

  /// How much it was altogether.
  public var total: Int { counts.reduce(0) { $0 + $1.count } }

  private var counts: [(name: String, count: Int, singular: String)] {
    [
      ("favourites", favourites, "favourite"), ("ratings", ratings, "rating"),
      ("attendances", attendances, "attendance"), ("visits", visits, "visit"), ("bookings", bookings, "booking"),
      ("imported", imported, "imported"), ("friendships", friendships, "friendship"),
    ]
  }

  /// A line for people.
  public var text: String {
    guard total > 0 else { return "nothing was known of \(member)" }
    let told = counts.filter { $0.count > 0 }.map { "\($0.count) \($0.count == 1 ? $0.singular : $0.name)" }
    let model =
      isModelRebuilt
      ? "affinities are worked out anew" : "affinities still rest on it; run vicinity recommend --build"
    return "forgot \(member): \(told.joined(separator: ", ")); \(model)"
  }

  /// One JSON object.
  public var json: JSONValue {
    var object = JSONObject([("member", .string(member))])
    for (name, count, _) in counts { object[name] = .int(Int64(count)) }
    object["rebuilt"] = .bool(isModelRebuilt)
    return .object(object)
  }
}

extension Catalog {
  /// Forgets a member: favourites, ratings with their texts, places at events, visits, imported signals, friendships, and bookings that are over
  /// or were called off.
  ///
  /// The whole file is written anew, so that nothing is left in it of what was deleted now or earlier; for a member of whom nothing is known as well. Stays that are not over must be cancelled or declined first, because their hosts count on them. Listings whose
  /// host bears the name stay; they are removed like others. Unless `threads` is nil, affinities are worked out anew in the same transaction, and
  /// are then those of a catalog that has never known the member; else sums in which the member took part stay until the next
  /// build, though nothing in them says whose they were.
  /// - Parameter patience: seconds to wait for other programs that still read an earlier version of the file.
  /// - Throws: `SignalError.badMember` or `hasStays`, `CatalogError.readOnly`, `SQLiteFailure`; nothing is changed then.
  ///   `SignalError.tracesRemain` when the member is forgotten, and the file could not be written anew.
  /// - Complexity: O(n) in the size of the file, of which it needs twice as much again meanwhile.
  @discardableResult
  public func forget(
    _ member: String, at now: Instant, rebuildingWith threads: Int?, settings: RecommendationSettings = .init(),
    patience: Int = 10
  ) throws -> ForgottenMember {
    let report = try writing().transaction { statements in
      let transaction = MemberTransaction(statements, at: now)
      var report = try transaction.forget(member)
      if let threads, report.total > 0 {
        _ = try RecommendationBuild(settings: settings, threads: max(1, threads)).run(with: statements)
        report.isModelRebuilt = true
      }
      try transaction.finish()
      return (report: report, changes: transaction.changes)
    } committed: {
      feed.tell($0.changes)
    }.report
    do { try writing().eraseRemains(patience: patience) } catch RemainsError.logInUse {
      throw SignalError.tracesRemain(
        member: member, reason: "another program reads an earlier version of it. End that program, or wait for it.")
    } catch {
      throw SignalError.tracesRemain(member: member, reason: "it could not be written anew (\(error)).")
    }
    return report
  }
}
