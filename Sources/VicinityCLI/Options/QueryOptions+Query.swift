import ArgumentParser
import CommandSupport
import Streams
import Vicinity

extension QueryArguments {
  /// The query given by the options.
  ///
  /// Built from the JSON form, so that a batch line and a command line have the same meaning and error messages.
  /// - Parameter addition: adds other options to the form.
  /// - Throws: `QueryError` that refers to options.
  func query(_ addition: (inout JSONObject) throws -> Void = { _ in }) throws -> Query {
    try OptionNames.query.speaking {
      var form = try form()
      try addition(&form)
      return try Query(json: .object(form))
    }
  }

  private func form() throws -> JSONObject {
    var form = JSONObject()
    try place.write(into: &form)
    try filter.write(into: &form)
    order.write(into: &form)
    try wishes.write(into: &form)
    views.write(into: &form)
    form["now"] = clock.now.map { .string($0) }
    form["caller"] = asking.caller.map { .string($0) }
    return form
  }
}

extension PlaceOptions {
  fileprivate func write(into form: inout JSONObject) throws {
    if let extra = try Self.extraWord(in: near) { throw ValidationError(extra) }
    if let name = Self.placeName(near) {
      form["near"] = .string(name)
    } else if !near.isEmpty {
      let degrees = try Degrees.parse(near.joined(separator: " "), count: 2, form: "LAT,LON", example: "48.7758,9.1829")
      form["near"] = .object(JSONObject([("lat", .double(degrees[0])), ("lon", .double(degrees[1]))]))
    }
    if let radius { form["radius"] = .double(try radius.meters(of: "--radius")) }
    if let bbox {
      let degrees = try Degrees.parse(
        bbox, count: 4, form: "--bbox west,south,east,north", example: "9.1,48.7,9.3,48.9")
      form["within"] = .object(JSONObject([("bbox", .array(degrees.map { .double($0) }))]))
    }
    if let within {
      var object = form["within"]?.object ?? JSONObject()
      let area = try AreaArgument(within, of: "--within").member
      object[area.key] = area.value
      form["within"] = .object(object)
    }
    form["outside"] = try outside.map { text in
      let area = try AreaArgument(text, of: "--outside").member
      return .object(JSONObject([area]))
    }
    form["metric"] = metric.map { .string($0) }
  }

  /// The message for a word next to a coordinate: it belongs to an option, and is not the name of a place.
  private static func extraWord(in words: [String]) throws -> String? {
    guard words.count > 1, let place = words.first(where: Degrees.isCoordinate),
      let extra = words.first(where: { $0.contains(where: \.isLetter) })
    else { return nil }
    let behind = CommandLineArguments.option(before: extra, in: CommandLine.arguments)
    // No value of the option, or it would have been taken as one.
    if behind == "--open" { _ = try Query(json: .object(JSONObject([("open", .string(extra))]))) }
    return "\"\(extra)\" is unexpected: the place is \(place.asTyped) already."
      + (behind.map {
        " It follows \($0): a value is one word, or in quotes; --help lists the values."
      } ?? "")
  }

  /// The words, if they name a place; digits alone are degrees.
  private static func placeName(_ words: [String]) -> String? {
    let text = words.joined(separator: " ")
    return text.contains(where: \.isLetter) ? text : nil
  }
}

extension FilterOptions {
  func write(into form: inout JSONObject) throws {
    form["kinds"] = kind.wordsIfAny
    form["open"] = try openForm()
    form["during"] = during.map { .string($0) }
    form["occurrences"] = occurrences.map { .string($0) }
    form["stay"] = try stayForm()
    form["tags"] = Self.object([("any", anyTag.wordsIfAny), ("all", tag.wordsIfAny), ("none", noTag.wordsIfAny)])
    form["price"] = Self.object([
      ("min", minPrice?.numberForm), ("max", maxPrice?.numberForm), ("currency", currency.map { .string($0) }),
      ("maxLevel", maxLevel?.numberForm),
    ])
    form["nightPrice"] = Self.object([("min", minNightPrice?.numberForm), ("max", maxNightPrice?.numberForm)])
    Query.shareCurrency(in: &form)
    form["rating"] = Self.object([("min", minRating?.numberForm), ("minCount", minVotes?.numberForm)])
    form["accessible"] = accessible.wordsIfAny
    form["operatingStatus"] = operatingStatus.wordsIfAny
    form["host"] = host.wordsIfAny
    form["notHost"] = notHost.wordsIfAny
    form["text"] = text.map { .string($0) }
    form["typos"] = typos?.numberForm
    form["filter"] = try filterForm()
  }

  private func filterForm() throws -> JSONValue? {
    let filters = try filter.map { text -> JSONValue in
      guard text.hasPrefix("{") else { return .string(text) }
      do { return try JSONParser.parse(text.utf8) } catch { throw ValidationError("--filter: \(error)") }
    }
    return filters.count < 2 ? filters.first : .object(JSONObject([("and", .array(filters))]))
  }

  private func openForm() throws -> JSONValue? {
    guard open != nil || arriving != nil || stayFor != nil || waitUpTo != nil else {
      if unknown != nil { throw ValidationError("--unknown says what --open does; add --open") }
      return nil
    }
    var form = JSONObject([("at", .string(open ?? "now"))])
    form["unknown"] = unknown.map { .string($0) }
    form["arriving"] = arriving?.numberForm
    form["stayFor"] = stayFor?.numberForm
    form["waitUpTo"] = waitUpTo?.numberForm
    return .object(form)
  }

  private func stayForm() throws -> JSONValue? {
    guard stay != nil || nights != nil || between != nil else {
      if guests != nil { throw ValidationError("--guests belongs to a stay; add --stay FROM..TO") }
      if weekend {
        throw ValidationError(
          "--weekend belongs to --nights COUNT --between FROM..TO; for the next weekend write --stay weekend")
      }
      if partly { throw ValidationError("--partly belongs to a stay; add --stay FROM..TO") }
      return nil
    }
    if stay != nil, nights != nil || between != nil {
      throw ValidationError("give either --stay FROM..TO, or --nights COUNT --between FROM..TO")
    }
    var form = JSONObject()
    form["on"] = stay.map { .string($0) }
    form["nights"] = nights?.numberForm
    form["between"] = try between.map { try $0.span(of: "--between").pair }
    form["weekend"] = weekend ? .bool(true) : nil
    form["partly"] = partly ? .bool(true) : nil
    form["guests"] = guests?.numberForm
    return .object(form)
  }

  private static func object(_ members: [(String, JSONValue?)]) -> JSONValue? {
    let given = members.compactMap { key, value in value.map { (key, $0) } }
    return given.isEmpty ? nil : .object(JSONObject(given))
  }
}

extension OrderOptions {
  fileprivate func write(into form: inout JSONObject) {
    form["sort"] = sort.map { [$0].words }
    form["front"] = front.map { [$0].words }
    form["relax"] = relax ? .bool(true) : nil
    form["limit"] = limit?.numberForm
    form["after"] = after.map { .string($0) }
    form["total"] = total ? .bool(true) : nil
    form["fields"] = fields.map { [$0].words }
    form["language"] = language.map { .string($0) }
  }
}
