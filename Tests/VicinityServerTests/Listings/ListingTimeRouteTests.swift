import CivilTime
import ServerTestSupport
import Streams
import Testing
import Vicinity
import VicinityFormats

@testable import VicinityServer

@Suite("Times of a listing over HTTP")
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

  @Test("a bar that is not in business is closed, whatever its hours", arguments: ["closed", "planned"])
  func notInBusiness(status: String) async throws {
    let world = try ServerWorld([])
    let form = #"{"kind":"bar","name":"W","lat":48.7,"lon":9.1,"openingHours":"24/7","operatingStatus":"\#(status)"}"#
    #expect(try await world.ask("/v1/listings/w", .put, [world.key(.import)], text: form).status == 201)
    let answered = try await world.ask("/v1/listings/w/hours")
    #expect(try answered.json["state"]?.string == "closed", "\(answered.text)")
    #expect(try answered.json["operatingStatus"]?.string == status)
    #expect(try answered.json["next"]?.array?.isEmpty == true)
    #expect(try answered.json["intervals"]?.array?.isEmpty == true)
    let window = try await world.ask("/v1/listings/w/hours?from=2026-12-24&to=2026-12-27")
    #expect(try window.json["openMinutes"]?.integer == 0, "\(window.text)")
    #expect(try window.json["operatingStatus"]?.string == status)
  }

  @Test("hours have the holidays of the region, as searches have them")
  func regionalHolidays() async throws {
    let world = try ServerWorld([])
    let form =
      #"{"kind":"bar","name":"W","lat":48.1,"lon":11.5,"timezone":"Europe/Berlin","openingHours":"Mo-Su 10:00-22:00; PH off""#
    for (id, region, expected) in [
      ("munich", #","region":"DE-BY""#, "closed"), ("kassel", #","region":"hesse""#, "open"),
      ("somewhere", "", "unknown"),
    ] {
      let saved = try await world.ask("/v1/listings/\(id)", .put, [world.key(.import)], text: form + region + "}")
      #expect(saved.status == 201, "\(saved.text)")
      let answered = try await world.ask("/v1/listings/\(id)/hours?at=2027-01-06T12:00")
      #expect(try answered.json["state"]?.string == expected, "\(answered.text)")
      let free = try await world.ask("/v1/listings/\(id)/availability?open=2027-01-06T12:00")
      let available = ["closed": "false", "open": "true"][expected] ?? "null"
      #expect(try free.json["available"]?.text == available, "\(free.text)")
      let day = try await world.ask("/v1/listings/\(id)/hours?from=2027-01-06&to=2027-01-07")
      #expect(try day.json["openMinutes"]?.integer == (expected == "open" ? 720 : 0), "\(day.text)")
    }
    let misspelt = try await world.ask(
      "/v1/listings/misspelt", .put, [world.key(.import)], text: form + #","region":"Bayren"}"#)
    #expect(misspelt.status == 400 || misspelt.status == 422, "\(misspelt.text)")
    #expect(misspelt.text.contains("Did you mean \\\"Bayern\\\"?"), "\(misspelt.text)")
  }

  @Test(
    "hours without a zone have no state, unless it is always the same",
    arguments: [("Mo-Su 10:00-22:00", 409), ("24/7", 200)])
  func withoutZone(hours: String, status: Int) async throws {
    let world = try ServerWorld([])
    let form = #"{"kind":"bar","name":"W","lat":48.7,"lon":9.1,"openingHours":"\#(hours)"}"#
    _ = try await world.ask("/v1/listings/w", .put, [world.key(.import)], text: form)
    let answered = try await world.ask("/v1/listings/w/hours")
    #expect(answered.status == status, "\(answered.text)")
  }

  @Test("unreadable hours are reported with the reason")
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
    let weekly = #"""
      {"id":"w","kind":"event","name":"W","lat":48.7,"lon":9.1,"timezone":"Europe/Berlin",\#
      "starts":"2026-11-25T19:00:00Z","ends":"2026-11-25T21:00:00Z","recurrence":"RRULE:FREQ=WEEKLY"}
      """#
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

  @Test("nights are those of the couch's calendar, one by one")
  func nights() async throws {
    let world = try ServerWorld()
    var couches: [String] = []
    try world.catalog.forEachListing(nil, asTold: false, withPrivatePlaces: false) {
      if $0.kind == .couch { couches.append($0.id) }
    }
    let key = try world.key(.import)
    let form = #"""
      {"id":"c","kind":"couch","name":"C","lat":48.7,"lon":9.1,"timezone":"Europe/Berlin","guests":2,"price":30,\#
      "currency":"EUR","minNights":2,"advanceNotice":3,"unavailable":[["2026-12-03","2026-12-05"]],\#
      "nightlyRates":[{"from":"2026-12-24","to":"2027-01-02","price":80,"minNights":3,"maxNights":9}]}
      """#
    let made = try await world.ask("/v1/listings/c", .put, [key], text: form)
    #expect(made.status == 201, "\(made.text)")
    for id in couches + ["c"] {
      let calendar = try world.catalog.calendar(of: id)
      let (from, to) = (try LocalDate(parsing: "2026-11-20"), try LocalDate(parsing: "2027-01-10"))
      let json = try await world.ask("/v1/listings/\(id)/nights?from=\(from)&to=\(to)").json
      let first = calendar.firstArrival(at: ServerWorld.now)
      #expect(json["firstArrival"]?.string == "\(first)" && json["guests"]?.integer == calendar.guests)
      #expect(json["currency"]?.string == calendar.price?.currency)
      let nights = try #require(json["nights"]?.array)
      #expect(nights.count == to - from)
      for (offset, night) in nights.compactMap(\.object).enumerated() {
        let date = from + offset
        let nights = try #require(Nights(from: date, to: date + 1))
        let rate = calendar.rates.first { $0.nights.from <= date && date < $0.nights.to }
        #expect(night["date"]?.string == "\(date)")
        #expect(night["free"] == .bool(date >= first && calendar.reasons(for: date).isEmpty), "\(id) \(date)")
        #expect(night["price"]?.number == calendar.price(of: nights)?.amount, "\(id) \(date)")
        #expect(night["minNights"]?.integer == rate?.minNights ?? calendar.minNights)
        #expect(night["maxNights"]?.integer == rate?.maxNights ?? calendar.maxNights)
        // No stay begins with a night that is not free, whatever its length.
        if night["free"] == .bool(false) {
          for count in 1...9 {
            let stay = try #require(Nights(from: date, to: date + count))
            #expect(!calendar.isFree(for: stay, at: ServerWorld.now))
          }
        }
      }
    }
    let usual = try await world.ask("/v1/listings/c/nights").json["nights"]?.array
    #expect(usual?.count == 62 && usual?.first?.object?["date"]?.string == "2026-11-27")
    for wrong in ["to=2026-11-01", "to=2029-01-01", "from=x", "from=2026-12-01&to=2026-12-01"] {
      #expect(try await world.ask("/v1/listings/c/nights?\(wrong)").status == 400, "\(wrong)")
    }
    #expect(try await world.ask("/v1/listings/nobody/nights").status == 404)
    #expect(try await world.ask("/v1/listings/stuttgart-brennglas/nights").code == "unsuitable")
    let priced = try await world.ask("/v1/listings/c/availability?stay=2026-12-22..2026-12-26&guests=2").json
    #expect(priced["price"]?.number == 220 && priced["currency"]?.string == "EUR")
  }

  @Test("a rating contains the votes of the source and of members, but no names")
  func rating() async throws {
    let world = try ServerWorld()
    let before = try await world.ask("/v1/listings/stuttgart-brennglas/rating").json
    let listing = try #require(try world.catalog.listing("stuttgart-brennglas"))
    #expect(before["ratingCount"]?.integer == listing.ratingCount && before["rating"]?.number == listing.rating)
    #expect(before["distribution"]?.object?.members.allSatisfy { $0.value.integer == 0 } == true)
    let stars = try #require(Stars(halves: 9))
    let action = Action.rate(listing: "stuttgart-brennglas", member: "ana", stars: stars, text: "good")
    _ = try world.catalog.perform(action, at: ServerWorld.now)
    let answered = try await world.ask("/v1/listings/stuttgart-brennglas/rating")
    #expect(try answered.json["distribution"]?.object?["4.5"]?.integer == 1)
    #expect(try answered.json["ratingCount"]?.integer == (listing.ratingCount ?? 0) + 1)
    #expect(!answered.text.contains("ana") && !answered.text.contains("good"))
    let form = #"{"kind":"bar","name":"W","lat":48.7,"lon":9.1}"#
    #expect(try await world.ask("/v1/listings/w", .put, [world.key(.import)], text: form).status == 201)
    let none = try await world.ask("/v1/listings/w/rating").json
    #expect(none["ratingCount"]?.integer == 0 && none["rating"] == nil)
    #expect(try await world.ask("/v1/listings/nobody/rating").status == 404)
  }
}
