import Synchronization

/// Notifies every listener of a catalog of committed changes.
final class ChangeFeed: Sendable {
  private struct Listener {
    weak var queue: ChangeQueue?
  }

  private struct State {
    var listeners: [Listener] = []
    /// Whether a task polls for foreign commits, or is about to.
    var isWatched = false
    var watch: Task<Void, Never>?
  }

  private let state = Mutex(State())
  private let commits: ForeignCommits

  init(commits: ForeignCommits) { self.commits = commits }

  deinit {
    let state = state.withLock { $0 }
    state.watch?.cancel()
    for listener in state.listeners { listener.queue?.close() }
  }

  /// A new listener, which receives all changes from now on.
  func listen() -> CatalogChanges {
    let queue = ChangeQueue()
    let begins = state.withLock { state in
      state.listeners.append(Listener(queue: queue))
      defer { state.isWatched = true }
      return !state.isWatched
    }
    // Not under the lock: polling may wait for a writer, which waits for the lock to publish its changes.
    if begins { beginWatch() }
    return CatalogChanges(queue: queue)
  }

  /// Notifies all listeners.
  func notify(_ changes: [CatalogChange]) {
    guard !changes.isEmpty else { return }
    for listener in listeners() { listener.put(changes) }
  }

  private func listeners() -> [ChangeQueue] {
    state.withLock { state in
      state.listeners.removeAll { $0.queue == nil }
      return state.listeners.compactMap(\.queue)
    }
  }

  /// Polls for foreign commits while there are listeners.
  private func beginWatch() {
    commits.begin()
    let watch = Task { [weak self, commits] in
      while !Task.isCancelled {
        do { try await Task.sleep(for: ForeignCommits.interval) } catch { return }
        guard let self, self.keepsWatching() else { return }
        if commits.haveHappened() { self.notify([CatalogChange(.other)]) }
      }
    }
    state.withLock { $0.watch = watch }
  }

  private func keepsWatching() -> Bool {
    state.withLock { state in
      state.listeners.removeAll { $0.queue == nil }
      state.isWatched = !state.listeners.isEmpty
      return state.isWatched
    }
  }
}
