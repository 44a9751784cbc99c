import Streams
import Vicinity
import VicinityFormats
import VicinityHTTP

/// Runs a query, and writes its answer in the format of the request.
struct QueryReply: Sendable {
  private let exchange: Exchange
  private let query: Query

  /// The reply to a query whose JSON form is made from the request.
  static func reply(
    to exchange: Exchange, asking form: @escaping @Sendable () throws -> JSONValue
  ) async throws -> Reply {
    let query = try await exchange.onThreadIfLong { try exchange.query(form()) }
    return try await QueryReply(exchange, query).reply()
  }

  /// - Throws: `Problem` beyond the limit of results.
  private init(_ exchange: Exchange, _ asked: Query) throws {
    try Self.check(limit: asked.limit, exchange.services.settings)
    self.exchange = exchange
    var query = asked
    if exchange.format == .ics { query.fields = ICalendarAnswerWriter.queryFields }
    self.query = query
  }

  /// - Throws: `Problem` beyond the limit of results.
  static func check(limit: Int, _ settings: ServerSettings) throws {
    guard limit > settings.maxLimit else { return }
    throw Problem.limit(
      .badRequest, "max-limit", settings.maxLimit,
      "limit: \(limit) exceeds the limit of a request; follow `next`, or GET /v1/export.")
  }

  /// - Throws: `QueryError`, `TooExpensive`.
  private func reply() async throws -> Reply {
    let (bytes, next) = try await exchange.services.gate.answer(
      isLong: exchange.isLong || query.isLong, since: exchange.arrival
    ) {
      // An answer is computed, written and freed in one place: freeing a long one takes long as well.
      try written(by: $0, within: $1)
    }
    var reply = Reply(exchange.format.mediaType, bytes)
    // The address of the next page repeats the query in parameters.
    if exchange.request.method == .get || exchange.request.method == .head, let next {
      reply.headers[values: .links].append("<\(exchange.url(setting: [("after", next)]))>; rel=\"next\"")
    }
    return reply
  }

  private func written(
    by catalog: Catalog, within budget: WorkBudget
  ) throws -> (bytes: [UInt8], next: String?) {
    guard exchange.format == .json else {
      let answer = try catalog.answer(query, at: exchange.now, within: budget)
      return (try bytes(of: answer, atMost: budget.bytes), answer.next)
    }
    var series = catalog.answerSeries(within: budget)
    var line = AnswerLines()
    try series.write(query, at: exchange.now, to: &line)
    return (line.json.bytes, line.next)
  }

  private func bytes(of answer: Answer, atMost limit: Int) throws -> [UInt8] {
    let format: OutputFormat
    switch exchange.format {
    case .geojson: format = .geojson
    case .csv: format = .csv
    case .ics: format = .ics
    default: format = .jsonl
    }
    if answer.clusters != nil {
      guard let writer = ClusterWriter(format) else {
        throw Problem.parameter("cluster", code: "conflict", "a calendar cannot contain counts")
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
    try writer.write(answer) {
      bytes += $0
      if bytes.count > limit { throw TooExpensive(part: .bytes, limit: limit) }
    }
    return bytes
  }
}

extension Exchange {
  /// A query of the client: members who have signed in see the private locations that they may know.
  func query(_ form: JSONValue) throws -> Query {
    var query = try Query(json: form)
    if query.caller == nil { query.caller = client.session?.member }
    return query
  }
}

extension Query {
  /// Whether its answer may take longer than a millisecond to write, or a place is looked up by its name, for which
  /// there is no budget.
  var isLong: Bool { limit > 100 || cluster != nil || place != nil }
}
