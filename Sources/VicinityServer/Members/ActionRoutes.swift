import CivilTime
import Hummingbird
import Streams
import Vicinity
import VicinityFormats
import VicinityHTTP

/// The routes by which members act, each in one transaction of the catalog.
enum ActionRoutes {
  static let all = [addFavorite, removeFavorite, rate, unrate, visit, join, leave]

  private static let starts = Parameter(
    "starts", .text(), "The occurrence, such as `2026-12-04T19:00`, `Fr 19:00` or a day; the next one by default.",
    isCheckedByRoute: true)

  static let addFavorite = act(.put, "/v1/me/favourites/{id}", "Adds a listing to the member's favorites.") {
    .favorite(listing: $0.steps[0], member: $1)
  }

  static let removeFavorite = act(.delete, "/v1/me/favourites/{id}", "Removes a listing from the member's favorites.") {
    .unfavorite(listing: $0.steps[0], member: $1)
  }

  static let rate = act(
    .put, "/v1/listings/{id}/rating", "Rates a listing, replacing the member's earlier rating.",
    body: ("stars, 1 to 5 in halves; text, optional.", #"{"stars":4.5,"text":"Twelve taps!"}"#)
  ) { exchange, member in
    let form = try exchange.actionMembers("rate", ["stars", "text"])
    return .rate(
      listing: exchange.steps[0], member: member, stars: try form.stars(), text: try form.optionalText("text"))
  }

  static let unrate = act(.delete, "/v1/listings/{id}/rating", "Withdraws the member's rating of a listing.") {
    .unrate(listing: $0.steps[0], member: $1)
  }

  static let visit = act(
    .post, "/v1/listings/{id}/visits", "Records a visit of the member to a listing.",
    body: ("at: an instant that is not in the future; now by default.", #"{"at":"2026-11-20T21:00:00+01:00"}"#)
  ) { exchange, member in
    let time = try exchange.actionMembers("visit", ["at"]).instant("at")
    return .visit(listing: exchange.steps[0], member: member, at: time)
  }

  static let join = act(
    .put, "/v1/listings/{id}/place", "Joins an event, or its waiting list.", parameters: [starts]
  ) { .join(listing: $0.steps[0], member: $1, starts: try $0.occurrence()) }

  static let leave = act(
    .delete, "/v1/listings/{id}/place", "Leaves an event or its waiting list.", parameters: [starts]
  ) { .leave(listing: $0.steps[0], member: $1, starts: try $0.occurrence()) }

  /// A route that performs an action in the name of the calling member.
  private static func act(
    _ method: HTTPRequest.Method, _ path: String, _ summary: String, parameters: [Parameter] = [],
    body: (description: String, example: String)? = nil,
    _ action: @escaping @Sendable (Exchange, _ member: String) throws -> Action
  ) -> Route {
    Route(
      method: method, path: path, summary: summary, parameters: [Listings.id] + parameters,
      body: body.map {
        .init(
          mediaTypes: ["application/json"], description: $0.description, example: try? JSONParser.parse($0.example.utf8)
        )
      },
      role: .member, group: .members, statuses: [.ok, .notFound, .conflict]
    ) { exchange in
      let member = try exchange.session.member
      return try await exchange.perform(action(exchange, member))
    }
  }
}

extension Exchange {
  /// The members of an action that the body has; a request without a body has none.
  ///
  /// - Parameter keys: the keys that the body may have.
  func actionMembers(_ verb: String, _ keys: [String]) throws -> ActionMembers {
    let body = try body.readableBytes == 0 ? JSONValue.object(JSONObject()) : json()
    return try ActionMembers(body, verb: verb, keys: keys)
  }

  /// The occurrence that the parameter `starts` names.
  func occurrence() throws -> OccurrenceChoice {
    guard let text = parameters["starts"] else { return .next }
    do { return try OccurrenceChoice(parsing: text, path: "starts") } catch {
      throw Problem(error, naming: { $0 }) ?? error
    }
  }
}
