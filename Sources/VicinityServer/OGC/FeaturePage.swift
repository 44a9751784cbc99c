import CivilTime
import HTTPTypes
import Hummingbird
import Streams
import Vicinity
import VicinityFormats
import VicinityHTTP

/// A page of features in the format of the request.
struct FeaturePage: Sendable {
  private let exchange: Exchange
  private let asked: FeatureQuery
  private let answer: Answer

  init(_ exchange: Exchange, _ asked: FeatureQuery, _ answer: Answer) {
    (self.exchange, self.asked, self.answer) = (exchange, asked, answer)
  }

  private var links: [Link] {
    let isPage = exchange.format == .html
    var links = [
      Link("self", exchange.url(setting: []), exchange.format.essence, "This page"),
      Link(
        "alternate", asked.url(exchange, as: isPage ? .geojson : .html),
        isPage ? "application/geo+json" : "text/html", "This page in another format"),
      Link(
        "collection", exchange.url("/collections/\(asked.collection.rawValue)"), "application/json",
        asked.collection.title),
    ]
    if let next = answer.next {
      links.append(Link("next", exchange.url(setting: [("cursor", next)]), exchange.format.essence, "The next page"))
    }
    return links
  }

  func reply() throws -> Reply {
    var reply: Reply
    switch exchange.format {
    case .html: reply = Pages.features(asked, answer, links, exchange)
    case .csv:
      var writer = CSVWriter()
      reply = Reply(MediaFormat.csv.mediaType, writer.text(of: answer))
    default:
      var members = JSONWriter()
      members.beginObject()
      members.member("numberMatched", answer.total)
      members.member("numberReturned", answer.matches.count)
      members.member("timeStamp", answer.now.description)
      members.key("links")
      members.value(.array(links.map(\.json)))
      members.endObject()
      reply = Reply(MediaFormat.geojson.mediaType, Self.collection(answer, members.bytes))
    }
    for link in links where link.rel == "next" { reply.headers[values: .links].append(link.field) }
    reply.headers[.contentCRS] = "<http://www.opengis.net/def/crs/OGC/1.3/CRS84>"
    return reply
  }

  /// The collection with further members in front of its features.
  private static func collection(_ answer: Answer, _ members: [UInt8]) -> [UInt8] {
    var writer = GeoJSONWriter.withFractions
    let text = Array(writer.text(of: answer).utf8)
    let head = Array(#"{"type":"FeatureCollection","#.utf8)
    return head + members.dropFirst().dropLast() + Array(",".utf8) + text.dropFirst(head.count)
  }

  /// A single feature.
  static func single(_ answer: Answer, _ collection: FeatureCollection, _ exchange: Exchange) -> Reply {
    let path = "/collections/\(collection.rawValue)"
    let links = [
      Link("self", exchange.url(exchange.path), "application/geo+json", "This feature"),
      Link("alternate", exchange.url(exchange.path, "f=html"), "text/html", "This feature as HTML"),
      Link("collection", exchange.url(path), "application/json", collection.title),
    ]
    if exchange.format == .html { return Pages.feature(answer, collection, exchange) }
    var writer = GeoJSONWriter()
    let text = writer.text(of: answer)
    let form = try? JSONParser.parse(text.utf8)
    var feature = form?.object?["features"]?.array?.first?.object ?? JSONObject()
    feature["links"] = .array(links.map(\.json))
    var reply = Reply.json(.object(feature))
    reply.mediaType = MediaFormat.geojson.mediaType
    return reply
  }
}
