import Geography
import Testing

@Suite struct DistanceTests {
  static let readable: [(text: String, meters: Double)] = [
    ("500m", 500), ("2km", 2000), ("1.5 km", 1500), ("0.3mi", 0.3 * 1609.344), ("800ft", 800 * 0.3048), ("750", 750),
    (" 750 ", 750), ("2 KM", 2000), ("10 Miles", 16093.44), ("1 yard", 0.9144), (".5km", 500), ("0", 0),
    ("1mile", 1609.344),
    ("3 metres", 3), ("1 foot", 0.3048), ("\t7\tm", 7),
  ]

  @Test(arguments: readable)
  func textWithAKnownUnitIsRead(row: (text: String, meters: Double)) {
    #expect(Distance(parsing: row.text) == .meters(row.meters))
  }

  @Test(arguments: [
    "", " ", "m", "km", "-5", "+5", "1e3", "inf", "nan", "5 parsecs", "1,5 km", "5.", "1.2.3", "5 k m", "5mm", "0x10",
    "٥", "5 km/h", ".", "١ km", "5\u{0}", String(repeating: "9", count: 400),
    "1" + String(repeating: "0", count: 307) + "km",
  ])
  func otherTextIsRefused(text: String) {
    #expect(Distance(parsing: text) == nil)
  }

  static let spelled: [(meters: Double, text: String)] = [
    (0, "0 m"), (0.4, "0 m"), (850, "850 m"), (999.4, "999 m"), (999.6, "1.0 km"), (1000, "1.0 km"), (1234, "1.2 km"),
    (99_940, "99.9 km"), (99_960, "100 km"), (1_234_567, "1235 km"), (20_003_931, "20004 km"), (-0.2, "0 m"),
    (-850, "-850 m"), (.infinity, "inf m"), (1e300, "1e+297 km"),
  ]

  @Test(arguments: spelled)
  func distancesAreSpelledForPeople(row: (meters: Double, text: String)) {
    #expect(Distance.meters(row.meters).description == row.text)
  }

  static let spelledInMiles: [(meters: Double, text: String)] = [
    (0, "0 ft"), (1.5, "0 ft"), (1.6, "10 ft"), (137.16, "450 ft"), (159.9, "520 ft"), (301.8, "990 ft"),
    (304.8, "0.2 mi"),
    (482.8, "0.3 mi"), (1609.344, "1.0 mi"), (16_000, "9.9 mi"), (16_093.44, "10 mi"), (20_003_931, "12430 mi"),
    (-30.48, "-100 ft"), (.infinity, "inf m"),
  ]

  @Test(arguments: spelledInMiles)
  func distancesAreSpelledInFeetAndMiles(row: (meters: Double, text: String)) {
    #expect(Distance.meters(row.meters).text(in: .imperial) == row.text)
  }

  @Test(arguments: DistanceUnits.allCases, [0.3, 7, 99.2, 160.9, 161, 999.5, 1000.1, 16_092, 99_950, 1_234_567])
  func aDistanceLiesBetweenItsRoundedTexts(units: DistanceUnits, meters: Double) throws {
    func read(_ rule: FloatingPointRoundingRule) throws -> Double {
      try #require(Distance(parsing: Distance.meters(meters).text(in: units, rounding: rule))).meters
    }
    let (low, high) = (try read(.down), try read(.up))
    #expect(low <= meters && meters <= high)
  }

  @Test func unitsAreOrderedByLength() {
    let sorted = [Distance.kilometers(2), .miles(1), .feet(5000), .meters(1600), .zero].sorted()
    #expect(sorted == [.zero, .feet(5000), .meters(1600), .miles(1), .kilometers(2)])
  }
}
