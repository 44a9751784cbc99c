import ArgumentParser
import CommandSupport
import Streams
import Vicinity

/// Shows and changes the rules of a catalog.
struct Settings: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings",
    abstract: "Show the rules for the members of a catalog, or turn them on or off.",
    usage: "vicinity settings [<name=on|off> ...] [<options>]",
    discussion: """
      \(CatalogSetting.allCases.map { "\($0.rawValue): \($0.summary)." }.joined(separator: "\n"))

      Examples:
        vicinity settings
        vicinity settings uniqueNames=on guestRatings=off
      """)

  @Argument(help: ArgumentHelp("The settings to turn on or off.", valueName: "name=on|off"))
  var changes: [String] = []

  @OptionGroup var output: ReportOptions
  @OptionGroup var catalog: CatalogOptions

  func run() throws {
    let changes = try changes.map(Self.change)
    let catalog = try catalog.open(changes.isEmpty ? .readOnly : .readWrite)
    for (setting, isOn) in changes { try catalog.set(setting, to: isOn) }
    let on = try catalog.settings()
    let table = TextTable(
      headings: ["SETTING", "", "MEANING"], alignedRight: [],
      rows: CatalogSetting.allCases.map { [$0.rawValue, on.contains($0) ? "on" : "off", $0.summary] })
    let form = CatalogSetting.allCases.map { ($0.rawValue, JSONValue.bool(on.contains($0))) }
    try output.write(String(table.text(Console.tableStyle).dropLast()), or: .object(JSONObject(form)))
  }

  private static func change(_ text: String) throws -> (CatalogSetting, Bool) {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    let names = CatalogSetting.allCases.map(\.rawValue)
    guard let setting = parts.first.flatMap(CatalogSetting.init(rawValue:)) else {
      throw ValidationError(
        "there is no setting \"\(parts.first?.asTyped ?? "")\"; there are \(names.joined(separator: " and "))")
    }
    guard parts.count == 2, let isOn = ["on": true, "off": false][parts[1]] else {
      throw ValidationError("write \(setting.rawValue)=on or \(setting.rawValue)=off")
    }
    return (setting, isOn)
  }
}
