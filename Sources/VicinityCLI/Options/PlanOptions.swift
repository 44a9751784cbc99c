import ArgumentParser
import CivilTime
import Foundation
import Streams
import Vicinity

/// The conditions of an outing.
struct PlanOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The starting point: a coordinate, or the name of a city.", valueName: "lat,lon"))
  var near: String

  @Option(
    help: ArgumentHelp(
      "Arrival and departure, such as 2026-12-01..2026-12-05; or tomorrow, weekend.", valueName: "from..to"))
  var stay: String

  @Option(help: ArgumentHelp("The number of people (default 1).", valueName: "count"))
  var guests: String?

  @Option(
    help: ArgumentHelp("The maximum distance between places: 500m, 2km (default 1.5km).", valueName: "distance"))
  var walk: String?

  @Option(
    help: ArgumentHelp(
      "The maximum price of the nights and every guest's ticket and drink, in major units.", valueName: "amount"))
  var maxPrice: String?

  @Option(help: ArgumentHelp("Only prices in this currency, such as EUR, and free ones.", valueName: "code"))
  var currency: String?

  @Option(
    help: ArgumentHelp("A tag of the event; repeat it or join several with commas.", valueName: "tag"),
    completion: .tags)
  var tag: [String] = []

  @Option(help: ArgumentHelp("A tag of the couch.", valueName: "tag"), completion: .tags)
  var couchTag: [String] = []

  @Option(help: ArgumentHelp("A tag of the bar.", valueName: "tag"), completion: .tags)
  var barTag: [String] = []

  @Option(name: .limit, help: ArgumentHelp("The maximum number of outings (default 5).", valueName: "count"))
  var limit: String?

  /// Parses the options through a query, which reports errors in them.
  func request(in catalog: Catalog, at now: Instant) throws -> OutingRequest {
    let query = try OptionNames.plan.speaking { try catalog.settled(Query(json: .object(try form())), at: now) }
    guard let near = query.near, let stay = query.stay else { throw ValidationError("give --near and --stay") }
    var request = OutingRequest(near: near, nights: stay.nights, guests: stay.guests)
    if let walk = query.radiusMeters { request.walkMeters = walk }
    (request.maxPrice, request.currency) = (query.price?.max, query.price?.currency)
    request.eventTags.all = tag.tags
    request.couchTags.all = couchTag.tags
    request.barTags.all = barTag.tags
    if limit != nil { request.limit = query.limit }
    return request
  }

  private func form() throws -> JSONObject {
    var stayForm = JSONObject()
    if stay.contains(where: \.isNumber) {
      let dates = try TextForm.dates(stay, at: "--stay")
      (stayForm["from"], stayForm["to"]) = (.string(dates.from), .string(dates.to))
    } else {
      stayForm["on"] = .string(stay)
    }
    stayForm["guests"] = guests?.numberForm
    var form = JSONObject([
      ("near", try TextForm.place(near, at: "--near")),
      ("stay", .object(stayForm)),
    ])
    form["radius"] = try walk.map { .double(try TextForm.meters($0, at: "--walk")) }
    var price = JSONObject()
    price["max"] = maxPrice?.numberForm
    price["currency"] = currency.map { .string($0) }
    if !price.members.isEmpty { form["price"] = .object(price) }
    form["limit"] = limit?.numberForm
    return form
  }
}

extension [String] {
  /// All words, split at commas.
  fileprivate var tags: [String] {
    flatMap { $0.split(separator: ",") }.map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
