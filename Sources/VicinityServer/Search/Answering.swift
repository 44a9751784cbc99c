import Streams
import Vicinity
import VicinityFormats

/// Asks a query, and writes its answer in the format of the request.
struct Answering: Sendable {
  private let exchange: Exchange

  init(_ exchange: Exchange) { self.exchange = exchange }

  /// The reply to a query in its JSON form.
  static func reply(to exchange: Exchange, asking form: JSONValue) async throws -> Reply {
    try MemberNames.check(form, by: exchange.client)
    let answering = Answering(exchange)
    let query = try Query(json: form)
    return try await answering.reply(try await answering.answer(query), of: query)
  }

  /// - Throws: `QueryError`, `TooExpensive`, `Problem` beyond the limit of results.
  func answer(_ asked: Query) async throws -> Answer {
    let most = exchange.services.settings.maxLimit
    guard asked.limit <= most else {
      throw Problem.limit(
        .badRequest, "max-limit", most,
        "limit: \(asked.limit) is more than a request may ask for; follow `next`, or GET /v1/export.")
    }
    var query = asked
    if exchange.format == .ics { query.fields = ICalendarAnswerWriter.queryFields }
    let now = exchange.now
    return try await exchange.services.gate.answer(asLong: exchange.isLong) { [query] catalog, budget in
      try catalog.answer(query, at: now, within: budget)
    }
  }

  /// The answer in the format of the request; a long one is written on a thread.
  func reply(_ answer: Answer, of query: Query) async throws -> Reply {
    let written =
      answer.matches.count <= Self.few
      ? try self.bytes(of: answer, query)
      : try await exchange.services.catalog.run { _ in try self.bytes(of: answer, query) }
    return Reply(exchange.format.mediaType, written)
  }

  /// Results that are written in less than a millisecond.
  private static let few = 100

  private func bytes(of answer: Answer, _ query: Query) throws -> [UInt8] {
    let format: OutputFormat
    switch exchange.format {
    case .geojson: format = .geojson
    case .ndjson: format = .jsonl
    case .csv: format = .csv
    case .ics: format = .ics
    default: return answer.jsonLine
    }
    if answer.clusters != nil {
      guard let writer = ClusterWriter(format) else {
        throw Problem.parameter("cluster", code: "conflict", "a calendar has no place for counts")
      }
      return Array(writer.text(of: answer).utf8)
    }
    var writer: any AnswerWriter =
      switch format {
      case .geojson: GeoJSONWriter(outlines: try exchange.services.catalog.outlines(of: answer))
      case .csv: CSVWriter()
      case .ics: ICalendarAnswerWriter(stay: query.withNights(at: answer.now).stay?.nights)
      default: JSONLinesWriter()
      }
    var bytes: [UInt8] = []
    writer.write(answer) { bytes += $0 }
    return bytes
  }
}
