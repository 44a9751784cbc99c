import ArgumentParser
import CommandSupport
import Streams
import Vicinity

/// Gives couches new public points.
struct RenewPoints: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "renew-points",
    abstract: "Replace public points of couches that were derived by an earlier version.",
    usage: "vicinity renew-points [<options>]",
    discussion: """
      Up to version 0.1 the offset of a couch's public point from its exact location depended only on its id and \
      radius: anyone who could add a couch with the same id and radius to the catalog could derive the location. \
      Existing points stay until this command moves them; `vicinity check` counts them. Anyone who has seen both \
      points of a couch knows that it lies within the radius of both, so renew them only if others could add couches.

      Example:
        vicinity renew-points --catalog vicinity.gpkg
      """)

  @OptionGroup var output: ReportOptions
  @OptionGroup var catalog: CatalogOptions

  func run() throws {
    let count = try catalog.open(.readWrite).renewPublicPoints()
    try output.write("public points renewed: \(count)", or: .object(JSONObject([("renewed", .int(Int64(count)))])))
  }
}
