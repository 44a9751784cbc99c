import CodedErrors
import CommandSupport
import Streams
import Vicinity
import VicinityFormats

/// A file that is imported: of this machine, or of the web.
struct ImportInput {
  /// Its name on the command line.
  let name: String
  /// Where it is.
  let path: String
  /// What was downloaded, for a file of the web.
  var version: Download?

  /// A message with its name instead of that of the file to which it was downloaded.
  func named(_ text: String) -> String { version == nil ? text : text.replacing(path, with: name) }
}

/// Imports a series of files; one that fails does not affect the others.
struct ImportSession {
  let catalog: CatalogOptions
  private var options: ImportOptions
  let writesJSON: Bool
  private(set) var hasFailed = false
  private(set) var importedCount = 0
  private(set) var hasRejected = false
  private var opened: Catalog?

  init(catalog: CatalogOptions, options: ImportOptions, writesJSON: Bool) {
    self.catalog = catalog
    self.options = options
    self.writesJSON = writesJSON
  }

  mutating func run(_ input: ImportInput) throws {
    do {
      // The file is opened first: an unreadable one should not leave an empty catalog behind.
      let importer = try Importer(path: input.path, options: options)
      let catalog = try opened ?? catalog.open(.create)
      defer { options.addsRejects = true }
      opened = catalog
      var bar = ProgressBar(title: input.name)
      defer { bar.clear() }
      let report = try importer.run(into: catalog) { bar.show($0) }
      bar.clear()
      importedCount += 1
      if var version = input.version {
        version.source = importer.source
        try catalog.note(version)
      }
      try tell(report, input)
    } catch {
      // A catalog created for a failed file would look like one without matches. If it cannot be removed, it is empty
      // and valid.
      if (try? opened?.removeIfUnused()) == true { opened = nil }
      switch error {
      case let error as InputError:
        let hint = SampleData.hint(for: input.path)
        Console.sayError(input.named("\(Failure.text(of: error)) Nothing was imported from it.\(hint)"))
      case let error as ImportError where !error.isWrongUsage: Console.sayError(input.named(Failure.text(of: error)))
      case let error as ImportError: throw error.renamingOption(OptionNames.importing.option(forPath:))
      default: throw error
      }
      hasFailed = true
    }
  }

  /// Reads a file, shows what its import would do, and changes nothing.
  mutating func preview(_ input: ImportInput) throws {
    do {
      let importer = try Importer(path: input.path, options: options)
      let catalog = try opened ?? catalogOfPreviews()
      var bar = ProgressBar(title: input.name)
      defer { bar.clear() }
      let (report, listings) = try importer.preview(for: catalog) { bar.show($0) }
      bar.clear()
      importedCount += 1
      try tell(report, input)
      Console.say("nothing was written; these would be the first listings:")
      for listing in listings { try Console.write(exactly: listing.exactJSONText) }
    } catch let error as ImportError where error.isWrongUsage {
      throw error.renamingOption(OptionNames.importing.option(forPath:))
    } catch let error as any CodedError where error is InputError || error is ImportError {
      Console.sayError(input.named(Failure.text(of: error)))
      hasFailed = true
    }
  }

  /// The catalog, or an empty one if it does not exist.
  private mutating func catalogOfPreviews() throws -> Catalog {
    let catalog = FileStamp(path: catalog.path) == nil ? try Catalog.inMemory() : try catalog.open()
    opened = catalog
    return catalog
  }

  private mutating func tell(_ report: ImportReport, _ input: ImportInput) throws {
    Console.say(input.named("\(report)"))
    for remedy in report.remedies { Console.say("  advice: \(remedy.words)") }
    hasRejected = hasRejected || report.rejectedCount > 0
    if writesJSON { try Console.write(report.json) }
  }
}

extension ImportError {
  /// Whether the command line is wrong, so that no other file can succeed either.
  fileprivate var isWrongUsage: Bool {
    switch self {
    case .badOption: true
    default: false
    }
  }
}
