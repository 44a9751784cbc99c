import ArgumentParser
import CivilTime
import Vicinity

/// The nights of a stay.
struct NightsOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The day of arrival, such as 2026-12-01.", valueName: "date"))
  var from: String

  @Option(help: ArgumentHelp("The day of departure; that night is not occupied.", valueName: "date"))
  var to: String

  var nights: Nights {
    get throws {
      let arrival = try Self.date(from, option: "--from")
      let departure = try Self.date(to, option: "--to")
      if let nights = Nights(from: arrival, to: departure) { return nights }
      throw ValidationError("--to: \(departure) must be after the arrival on \(arrival); it is the day of departure")
    }
  }

  static func date(_ text: String, option: String) throws -> LocalDate {
    do { return try LocalDate(parsing: text) } catch { throw ValidationError("\(option): \(error)") }
  }
}
