import Streams
import Testing
import Vicinity
import VicinityFormats

@testable import VicinityServer

@Suite("What a listing says about a time, over HTTP")
struct ListingTimeRouteTests {
  @Test("hours are those that the engine reads from the listing")
  func hours() async throws {
    let world = try ServerWorld()
    let path = "/v1/listings/stuttgart-brennglas/hours"
    let listing = try #require(try world.catalog.listing("stuttgart-brennglas"))
    var request = HoursRequest(hours: try #require(listing.openingHours))
    request.timeZone = listing.timeZone
    (request.latitude, request.longitude) = (listing.coordinate.latitude, listing.coordinate.longitude)
    #expect(try await world.ask(path).json == request.report(at: ServerWorld.now).json.object)
    (request.from, request.to) = ("2026-12-24", "2026-12-27")
    let window = try await world.ask(path + "?from=2026-12-24&to=2026-12-27")
    #expect(try window.json == request.report(at: ServerWorld.now).json.object)
    #expect(try await world.ask(path + "?from=2026-12-24").code == "missing")
    #expect(try await world.ask("/v1/listings/nobody/hours").status == 404)
    #expect(try await world.ask("/v1/listings/mures-kabare/hours").status == 409)
  }

  @Test("hours that cannot be read are told so, and why")
  func unreadableHours() async throws {
    let world = try ServerWorld([])
    let form = #"{"kind":"bar","name":"W","lat":48.7,"lon":9.1,"openingHours":"Mo-Fr 18:00-"}"#
    #expect(try await world.ask("/v1/listings/w", .put, [world.key(.import)], text: form).status == 201)
    let answered = try await world.ask("/v1/listings/w/hours")
    #expect(answered.status == 409 && answered.code == "unsuitable", "\(answered.text)")
    #expect(try answered.json["detail"]?.string?.contains("\"Mo-Fr 18:00-\": expected") == true, "\(answered.text)")
  }

  @Test("occurrences are all those of an event, page by page")
  func occurrences() async throws {
    let weekly =
      #"{"id":"w","kind":"event","name":"W","lat":48.7,"lon":9.1,"timezone":"Europe/Berlin","starts":"2026-11-25T19:00:00Z","ends":"2026-11-25T21:00:00Z","recurrence":"RRULE:FREQ=WEEKLY"}"#
    let world = try ServerWorld()
    let key = try world.key(.import)
    #expect(try await world.ask("/v1/listings/w", .put, [key], text: weekly).status == 201)
    let coming = try await world.ask("/v1/listings/w/occurrences?limit=2")
    let later = try #require(try coming.json["next"]?.string)
    #expect(try coming.json["results"]?.array?.count == 2)
    #expect(try await world.ask("/v1/listings/w/occurrences?limit=2&after=\(later)").status == 200)
    let endless = try await world.ask("/v1/listings/w/occurrences?during=any")
    #expect(try endless.json["parameter"]?.string == "during", "\(endless.text)")
    let path = "/v1/listings/w/occurrences?during=2026-12-01..2027-01-01&limit=3"
    let first = try await world.ask(path)
    let next = try #require(try first.json["next"]?.string, "\(first.text)")
    let second = try await world.ask(path + "&after=" + next)
    let results = try [first, second].flatMap { try $0.json["results"]?.array ?? [] }
    let starts = results.map { $0.object?["starts"]?.string }
    #expect(starts.map { $0?.prefix(10) } == ["02", "09", "16", "23", "30"].map { "2026-12-\($0)" })
    #expect(try second.json["next"] == nil)
    #expect(try await world.ask("/v1/listings/nobody/occurrences").status == 404)
    #expect(try await world.ask("/v1/listings/stuttgart-brennglas/occurrences").code == "unsuitable")
  }
}
