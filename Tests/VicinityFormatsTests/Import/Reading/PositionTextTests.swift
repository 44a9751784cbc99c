import Geography
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity
@testable import VicinityFormats

@Suite("Positions in one text") struct PositionTextTests {
  static let place = Coordinate(latitude: 48.7758, longitude: 9.1829)

  /// Each form of the same place, as databases, portals and map services write it.
  static let forms = [
    "POINT(9.1829 48.7758)", "Point (9.1829 48.7758)", "POINT Z (9.1829 48.7758 245)", "POINTZ(9.1829 48.7758 245)",
    "SRID=4326;POINT(9.1829 48.7758)", "MULTIPOINT((9.1829 48.7758))",
    "LINESTRING(9.1729 48.7658, 9.1929 48.7858)",
    "POLYGON((9.1729 48.7658, 9.1929 48.7658, 9.1929 48.7858, 9.1729 48.7858, 9.1729 48.7658))",
    "GEOMETRYCOLLECTION(POINT(9.1829 48.7758))",
    #"{"type":"Point","coordinates":[9.1829,48.7758]}"#,
    #"{"type":"Feature","geometry":{"type":"Point","coordinates":[9.1829,48.7758]}}"#,
    #"{"lat":48.7758,"lng":9.1829}"#, #"{"latitude":"48.7758","longitude":"9.1829"}"#,
    "48.7758, 9.1829", "48.7758,9.1829", "48.7758 9.1829", "48,7758, 9,1829", "48,7758; 9,1829", "48.7758/9.1829",
    "(48.7758, 9.1829)", "[48.7758,9.1829]", "48.7758° N, 9.1829° E", "N 48.7758 E 9.1829", "9.1829° E, 48.7758° N",
    "Lat: 48.7758, Lon: 9.1829", "48.7758N 9.1829E",
    "geo:48.7758,9.1829", "geo:48.7758,9.1829,245;u=10",
    "https://www.google.com/maps/place/X/@48.1,9.1,17z/data=!3m1!4b1!4m6!3m5!8m2!3d48.7758!4d9.1829",
    "https://www.google.com/maps/@48.7758,9.1829,17z", "https://maps.google.com/?q=48.7758,9.1829",
    "https://www.google.com/maps/search/?api=1&query=48.7758%2C9.1829",
    "https://maps.google.com/maps?q=loc:48.7758,9.1829",
    "https://www.openstreetmap.org/?mlat=48.7758&mlon=9.1829#map=17/48.1/9.1",
    "https://www.openstreetmap.org/#map=17/48.7758/9.1829", "https://maps.apple.com/?ll=48.7758,9.1829&q=X",
    "https://www.bing.com/maps?cp=48.7758~9.1829", "https://yandex.com/maps/?ll=9.1829%2C48.7758&z=17",
    "https://waze.com/ul?ll=48.7758,9.1829",
    "48.7758, 9.1829, 245", "48.7758,9.1829,245.5", "48.7758 9.1829 245 5", "48.7758;9.1829;245",
    "48,7758, 9,1829, 245",
    "Lat: 48.7758 Lon: 9.1829", "lat=48.7758 lng=9.1829", "latitude=48.7758;longitude=9.1829",
    "Longitude: 9.1829, Latitude: 48.7758", "Lon 9.1829 Lat 48.7758", "{lat: 48.7758, lng: 9.1829}",
    "Breite: 48,7758 Länge: 9,1829", "Latitude: 48.7758° N Longitude: 9.1829° E", "X: 9.1829 Y: 48.7758",
    "48.7758° Nord, 9.1829° Ost", "48.7758° norte, 9.1829° este", "48.7758 N 9.1829 Ö",
    "geo:0,0?q=48.7758,9.1829(X)", "geo:0,0?q=48.7758%2C9.1829", "geo:48.1,9.1?q=48.7758,9.1829",
    "geo:48.7758,9.1829?z=17",
    "google.navigation:q=48.7758,9.1829", "comgooglemaps://?q=48.7758,9.1829", "maps.google.com/?q=48.7758,9.1829",
    "www.google.com/maps/@48.7758,9.1829,17z", "waze://?ll=48.7758,9.1829",
    "https://2gis.ru/moscow/geo/4504127908/9.1829,48.7758", "https://2gis.ru/moscow?m=9.1829%2C48.7758%2F16",
    "https://2gis.ae/dubai/firm/1/9.1829,48.7758?m=9.1,48.1/16", "dgis://2gis.ru/geo/9.1829,48.7758",
    "https://mapy.cz/zakladni?x=9.1829&y=48.7758&z=17",
    "https://mapy.com/cs/zakladni?source=coor&id=9.1829%2C48.7758&x=9.1&y=48.1",
    "https://uri.amap.com/marker?position=9.1829,48.7758&name=X", "https://ditu.amap.com/regeo?lng=9.1829&lat=48.7758",
    "https://yandex.ru/maps/?pt=9.1829,48.7758&ll=9.1,48.1&z=17", "https://yandex.com/maps/?text=48.7758,9.1829",
    "https://yandex.ru/maps/?ll=9.1%2C48.1&whatshere%5Bpoint%5D=9.1829%2C48.7758",
    "https://www.waze.com/live-map/directions?to=ll.48.7758%2C9.1829",
    "https://www.bing.com/maps?sp=point.48.7758_9.1829_X&cp=48.1~9.1",
    "https://bing.com/maps/default.aspx?rtp=~pos.48.7758_9.1829",
    "https://maps.apple.com/place?coordinate=48.7758,9.1829", "https://maps.apple.com/?daddr=48.7758,9.1829",
    "https://wego.here.com/?map=48.7758,9.1829,15,normal", "https://share.here.com/l/48.7758,9.1829,X",
    "https://umap.openstreetmap.fr/de/map/x_1#17/48.7758/9.1829",
    "https://www.openstreetmap.org/query?lat=48.7758&lon=9.1829",
    "https://www.google.com/maps/dir/48.1,9.1/48.7758,9.1829/@48.3,9.2,10z",
    "https://www.google.com/maps/dir/?api=1&origin=48.1,9.1&destination=48.7758,9.1829",
    "https://www.google.com/maps/embed?pb=!1m18!1m12!1m3!1d2628.9!2d9.1829!3d48.7758!2m3!1f0",
    "https://www.google.com/maps/dir//X/data=!4m8!4m7!1m0!1m5!1m1!1s0x0!2m2!1d9.1829!2d48.7758",
    "https://www.google.com/maps/place/48°46'32.88%22N+9°10'58.44%22E/@48.1,9.1,17z",
  ]

  @Test("are read in every form that databases and map services write", arguments: forms)
  func read(text: String) throws {
    let found = try PositionText.coordinate(in: text)
    #expect(abs(found.latitude - Self.place.latitude) < 1e-9 && abs(found.longitude - Self.place.longitude) < 1e-9)
  }

  static let minutes: [(text: String, latitude: Double, longitude: Double)] = [
    (#"48° 46' 33" N, 9° 10' 58" E"#, 48.775833, 9.182778), ("48°46′33″N 9°10′58″E", 48.775833, 9.182778),
    ("N 48 46.55 E 9 10.974", 48.775833, 9.1829), ("48d46m33s N 9d10m58s E", 48.775833, 9.182778),
    ("33°51'35.9\"S 151°12'40\"E", -33.859972, 151.211111), ("34 36 30 S 58 22 16 W", -34.608333, -58.371111),
    ("40:26:46N,79:58:56W", 40.446111, -79.982222), ("34° 36' 30\" Sur, 58° 22' 16\" Oeste", -34.608333, -58.371111),
    ("48° 51' Nord, 2° 20' Ouest", 48.85, -2.333333), ("48° 12' Nord, 16° 22' Ost", 48.2, 16.366667),
  ]

  @Test("are read with minutes and seconds", arguments: minutes)
  func readWithMinutes(text: String, latitude: Double, longitude: Double) throws {
    let found = try PositionText.coordinate(in: text)
    #expect(abs(found.latitude - latitude) < 1e-6 && abs(found.longitude - longitude) < 1e-6)
  }

  static let others = [
    "Stuttgart", "12", "2026-11-27", "10:30 - 11:30", "POINT EMPTY", "SRID=3857;POINT(1022000 6233000)",
    "POINT(9.1829)",
    "48° 61' N 9° 10' E", "48.7758N 9.1829N", "https://maps.app.goo.gl/abcdef", "https://example.com/2026/11",
    "{\"x\":1}", "", "0101000000", "POINT(9,1829 48,7758)", "+49 711 123456",
    "48.7758° N, 9.1829° O", "34° S, 58° O", "https://map.baidu.com/?latlng=48.7758,9.1829", "geo:0,0?q=Main+Street",
    "Lat: 48.7758 Lat: 9.1829", "48.7758, 9.1829, high", "1, 2, 3", "lat 48.7758", "Lat: 9.1829 E, Lon: 48.7758 N",
  ]

  @Test("are not found in other texts", arguments: others)
  func refused(text: String) {
    #expect(throws: RowRejection.self) { try PositionText.coordinate(in: text) }
  }

  @Test("that are meters are refused as such")
  func meters() {
    let error = #expect(throws: RowRejection.self) { try PositionText.coordinate(in: "POINT(513000 5402000)") }
    #expect(error?.code == "coordinate-not-degrees")
  }

  /// The bytes of a point as ISO, PostGIS and GeoPackage write it.
  private static func wkb(_ place: Coordinate, isLittle: Bool, srid: UInt32?, hasHeight: Bool, isPackage: Bool)
    -> String
  {
    func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: isLittle ? value.littleEndian : value.bigEndian, Array.init)
    }
    var all: [UInt8] = isPackage ? [0x47, 0x50, 0, 1, 0xE6, 0x10, 0, 0] : []
    all.append(isLittle ? 1 : 0)
    all += bytes(UInt32(1) | (srid == nil ? 0 : 0x2000_0000) | (hasHeight ? 0x8000_0000 : 0))
    if let srid { all += bytes(srid) }
    all += bytes(place.longitude.bitPattern) + bytes(place.latitude.bitPattern)
    if hasHeight { all += bytes((245.0).bitPattern) }
    return all.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }

  @Test("are read from well-known binary to the last bit, in both byte orders")
  func binary() throws {
    var random = SplitMix64(seed: 45)
    for _ in 0..<200 {
      let place = Coordinate(
        latitude: .random(in: -90...90, using: &random), longitude: .random(in: -180..<180, using: &random))
      for (isLittle, isPackage) in [(true, false), (false, false), (true, true)] {
        for srid in [nil, 4326 as UInt32?] {
          for hasHeight in [false, true] {
            let text = Self.wkb(place, isLittle: isLittle, srid: srid, hasHeight: hasHeight, isPackage: isPackage)
            #expect(try PositionText.coordinate(in: text) == place)
            #expect(try PositionText.coordinate(in: "\\x" + text) == place)
            // What is cut off is no position, wherever it is cut.
            #expect(throws: RowRejection.self) { try PositionText.coordinate(in: String(text.dropLast(2))) }
          }
        }
      }
      let other = Self.wkb(place, isLittle: true, srid: 3857, hasHeight: false, isPackage: false)
      #expect(throws: RowRejection.self) { try PositionText.coordinate(in: other) }
    }
  }

  @Test("are the same in all forms, for random places and both orders")
  func random() throws {
    var random = SplitMix64(seed: 46)
    for _ in 0..<500 {
      let latitude = Double(Int.random(in: -8_999_999...8_999_999, using: &random)) / 100_000
      let longitude = Double(Int.random(in: -17_999_999...17_999_999, using: &random)) / 100_000
      let place = Coordinate(latitude: latitude, longitude: longitude)
      func letters(_ value: Double, _ positive: String, _ negative: String) -> String {
        "\(abs(value))° \(value < 0 ? negative : positive)"
      }
      let north = letters(latitude, "N", "S")
      let east = letters(longitude, "E", "W")
      for text in [
        "\(latitude), \(longitude)", "POINT(\(longitude) \(latitude))", "\(north) \(east)", "\(east), \(north)",
      ] {
        #expect(try PositionText.coordinate(in: text) == place, "\(text)")
      }
      #expect(try PositionText.coordinate(in: "\(longitude) \(latitude)", order: .longitudeFirst) == place)
    }
  }
}
