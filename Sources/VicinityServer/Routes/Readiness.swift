import Foundation
import Logging
import Streams
import Synchronization
import Vicinity
import VicinityAccounts

/// Whether the files of the server can be used: the catalog, the accounts file, and the folder of media.
///
/// Checked for `/readyz` and once a minute. Errors and recoveries are logged.
final class Readiness: Sendable {
  private struct State {
    var problems: [String] = []
    var looked: ContinuousClock.Instant?
  }

  private let catalog: Catalog
  private let file: AccountsFile
  private let folder: MediaFolder
  private let logger: Logger
  private let state = Mutex(State())
  private let threads = TaskThreads(limit: 1, name: "readiness")

  init(catalog: Catalog, file: AccountsFile, folder: MediaFolder, logger: Logger) {
    (self.catalog, self.file, self.folder, self.logger) = (catalog, file, folder, logger)
  }

  /// The current errors; checked again after a second.
  func problems() async throws -> [String] {
    if let known = state.withLock({ state in
      state.looked.map { .now - $0 < .seconds(1) } ?? false ? state.problems : nil
    }) {
      return known
    }
    return try await threads.run { self.look() }
  }

  /// Whether the last check found no errors.
  var isReady: Bool { state.withLock { $0.problems.isEmpty } }

  /// Looks now.
  @discardableResult
  func look() -> [String] {
    let problems = [problem(ofCatalog: catalog), accountsProblem, folder.problem].compactMap(\.self)
    let former = state.withLock { state in
      defer { (state.problems, state.looked) = (problems, .now) }
      return state.problems
    }
    for problem in problems where !former.contains(problem) {
      logger.error("not ready", metadata: ["reason": "\(problem)"])
    }
    if problems.isEmpty, !former.isEmpty { logger.notice("ready again") }
    return problems
  }

  private func problem(ofCatalog catalog: Catalog) -> String? {
    do {
      try catalog.probe()
      return nil
    } catch { return "The catalog cannot be read: \(error)" }
  }

  private var accountsProblem: String? {
    // A copy to read from may have come without accounts.
    if file.isReadOnly, !file.isThere { return nil }
    do {
      _ = try file.database()
      try AccountsDatabase.probe(file.path)
      return nil
    } catch { return "\(error)" }
  }
}
