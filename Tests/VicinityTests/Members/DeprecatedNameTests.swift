import TestSupport
import Testing
import VicinityFormats

@testable import Vicinity

/// The names that are kept until 0.3 do the same as the new ones. The suite calls them through a protocol, which the
/// compiler does not warn about.
@Suite("Deprecated names")
struct DeprecatedNameTests {
  @Test("the British spelling of favorites still compiles and does the same")
  func favorites() throws {
    let checks: any DeprecatedChecks = FormerNames()
    try checks.check()
  }
}

private protocol DeprecatedChecks {
  func check() throws
}

private struct FormerNames: DeprecatedChecks {
  @available(*, deprecated, message: "calls deprecated names")
  func check() throws {
    let temporary = try SignalWorld.catalog()
    defer { withExtendedLifetime(temporary) {} }
    let (now, catalog) = (SignalWorld.now, temporary.catalog)
    let outcomes = try catalog.perform(
      [Action.favourite(listing: "bar", member: "a"), .unfavourite(listing: "party", member: "a")], at: now)
    #expect(
      outcomes == [
        .favorite(listing: "bar", member: "a", isNew: true),
        .unfavorite(listing: "party", member: "a", wasThere: false),
      ])
    let rows: [MemberList.Favourite] = try catalog.favourites(of: "a", at: now)
    #expect(try rows == catalog.favorites(of: "a", at: now) && rows.count == 1)
    #expect(try catalog.favouritesToday(of: "a", at: now) == catalog.favoritesToday(of: "a", at: now))

    var hosted = try #require(try catalog.hosted(by: SignalWorld.host, at: now).first { $0.listing.id == "bar" })
    var dependents = try #require(try catalog.dependents(of: ["bar"], at: now).first)
    var forgotten = ForgottenMember(member: "a")
    var weights = SignalWeights()
    #expect(hosted.favourites == 1 && dependents.favourites == 1 && forgotten.favourites == 0)
    #expect(weights.favourite == SignalWeights().favorite)
    (hosted.favourites, dependents.favourites, forgotten.favourites, weights.favourite) = (2, 3, 4, 5)
    #expect(hosted.favorites == 2 && dependents.favorites == 3 && forgotten.favorites == 4 && weights.favorite == 5)

    #expect(CatalogChange.Kind.favourited == .favorited && CatalogChange.Kind.unfavourited == .unfavorited)
    #expect(SignalKind.favourite == .favorite && MemberCalendar.favourites == .favorites)
  }
}
