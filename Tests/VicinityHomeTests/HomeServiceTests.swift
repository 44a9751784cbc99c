import Foundation
import GRDB
import Logging
import Streams
import Synchronization
import TestSupport
import Testing
import Vicinity
import VicinityAccounts
import VicinityHome

@Suite("Switches and the weather")
struct HomeServiceTests {
  /// A home with one switch, and a weather service.
  private final class House: OutgoingRequests {
    private let state = Mutex("OFF")
    private let degrees: Double

    init(degrees: Double) { self.degrees = degrees }

    var heating: String { state.withLock(\.self) }

    func send(_ request: OutgoingRequest, for member: String) async throws -> OutgoingAnswer {
      switch (request.method, request.url.absoluteString) {
      case (.get, House.weather): return OutgoingAnswer(status: 200, body: Array(#"{"t":\#(degrees)}"#.utf8))
      case (.post, House.heating):
        state.withLock { $0 = String(decoding: request.body, as: UTF8.self) }
        return OutgoingAnswer(status: 200, body: [])
      default: throw OutgoingError.unreachable(request.url.absoluteString)
      }
    }

    static let weather = "https://weather.example/now"
    static let heating = "https://home.example/rest/items/Heating"
  }

  /// A catalog with couches and their hosts.
  private struct World {
    let temporary: TemporaryCatalog
    let file: AccountsFile
    let home: HomeService
    let house: House

    init(hosts: [String: String], degrees: Double) throws {
      temporary = try TemporaryCatalog(hosts.map(World.couch))
      file = AccountsFile(catalog: temporary.path)
      for member in Set(hosts.values) { try World.add(member, to: file) }
      house = House(degrees: degrees)
      let changes = ChangeLog(file: file) { _, _, _ in nil }
      home = HomeService(
        catalog: temporary.catalog, file: file, changes: changes, client: house,
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    static func couch(_ id: String, of host: String) -> Listing {
      var couch = Listing(id: id, kind: .couch, coordinate: .init(latitude: 46.54, longitude: 24.56))
      (couch.host, couch.timeZone) = (host, "UTC")
      return couch
    }

    static func add(_ member: String, to file: AccountsFile) throws {
      try file.write {
        try $0.execute(
          sql: "INSERT INTO account (name, display, password, role, created) VALUES (?, ?, '-', 'host', 1)",
          arguments: [member, member])
      }
    }

    /// A switch for the heating of a couch, and a rule that turns it on below some degrees.
    func setUp(_ couch: String, by host: String, below degrees: Int) throws {
      _ = try home.set("heating", of: couch, by: host, url: House.heating, token: nil, keepsToken: false)
      let rule = #"{"url":"\#(House.weather)","pointer":"/t","below":\#(degrees),"state":"ON"}"#
      try home.set(WeatherRule(json: JSONParser.parse(rule.utf8), listing: couch, name: "heating"))
    }

    func watchWeather() async throws { try await home.watchWeather(at: SeededWorld.now + 3600) }
  }

  @Test("are turned by the weather whatever rules have lost their switch")
  func lostSwitch() async throws {
    let world = try World(hosts: ["couch": "ana", "attic": "ana"], degrees: 4)
    try world.setUp("couch", by: "ana", below: 5)
    try World.add("cyn", to: world.file)
    let catalog = world.temporary.catalog
    try catalog.remove(ids: ["couch"])
    try catalog.save([World.couch("couch", of: "cyn")], source: "cyn", at: SeededWorld.now)
    #expect(try world.home.switches(of: "couch").isEmpty && world.home.rule(of: "heating", "couch") != nil)
    try world.setUp("attic", by: "ana", below: 5)
    try await world.watchWeather()
    #expect(world.house.heating == "ON")
  }

  @Test("are turned by the weather host by host, also where another one has many rules, and hidden couches")
  func turns() async throws {
    let world = try World(hosts: ["couch": "ana", "nook": "bela"], degrees: 21.5)
    try world.file.write { db in
      for number in 0..<150 {
        try db.execute(
          sql: """
            INSERT INTO home_switch (listing, name, url, failures, host)
            VALUES ('couch', ?, 'https://a.example', 0, 'ana')
            """,
          arguments: ["s\(number)"])
        try db.execute(
          sql: """
            INSERT INTO weather_rule (listing, name, url, pointer, above, degrees, state, checked, failures)
            VALUES ('couch', ?, 'https://a.example', '/t', 0, 5, 'ON', 0, 0)
            """, arguments: ["s\(number)"])
      }
    }
    try world.temporary.catalog.hide("couch", because: "spam", at: SeededWorld.now)
    try world.setUp("nook", by: "bela", below: 50)
    try await world.watchWeather()
    #expect(world.house.heating == "ON")
    func left() throws -> Int? {
      try world.file.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM weather_rule WHERE checked = 0") }
    }
    #expect(try left() == 51, "a round has a hundred, and one belongs to the other host")
    try await world.watchWeather()
    #expect(try left() == 0)
  }
}
