import ArgumentParser
import Streams
import Vicinity

/// Gives couches new public points.
struct RenewPoints: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "renew-points",
    abstract: "Give couches new public points where an earlier version has made them.",
    discussion: """
      Up to version 0.1 the way from the exact place of a couch to its public point depended on its id and radius alone: who brought a couch of the \
      same id and radius into the catalog could work the place out. Existing points stay until this command moves them; `vicinity check` counts \
      them. Who has seen both points of a couch knows that it lies within the radius of both, so renew them only where others could bring in couches.

      Example:
        vicinity renew-points --catalog vicinity.gpkg
      """)

  @OptionGroup var output: OutputOptions
  @OptionGroup var catalog: CatalogOptions

  func validate() throws { try output.refuseMaps() }

  func run() throws {
    let count = try catalog.open(.readWrite).renewPublicPoints()
    try output.write("public points renewed: \(count)", or: .object(JSONObject([("renewed", .int(Int64(count)))])))
  }
}
