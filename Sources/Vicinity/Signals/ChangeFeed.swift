import Synchronization

/// Tells every listener of a catalog what has been committed.
final class ChangeFeed: Sendable {
  private struct Listener {
    weak var queue: ChangeQueue?
  }

  private struct State {
    var listeners: [Listener] = []
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

  /// A new listener, who is told everything from now on.
  func listen() -> CatalogChanges {
    let queue = ChangeQueue()
    state.withLock { state in
      state.listeners.append(Listener(queue: queue))
      if state.watch == nil { state.watch = watch() }
    }
    return CatalogChanges(queue: queue)
  }

  /// Tells all listeners.
  func tell(_ changes: [CatalogChange]) {
    guard !changes.isEmpty else { return }
    for listener in listeners() { listener.put(changes) }
  }

  private func listeners() -> [ChangeQueue] {
    state.withLock { state in
      state.listeners.removeAll { $0.queue == nil }
      return state.listeners.compactMap(\.queue)
    }
  }

  /// Looks for the commits of others as long as anybody listens.
  private func watch() -> Task<Void, Never> {
    commits.begin()
    return Task { [weak self, commits] in
      while !Task.isCancelled {
        do { try await Task.sleep(for: ForeignCommits.interval) } catch { return }
        guard let self, self.hasListeners() else { return }
        if commits.haveHappened() { self.tell([CatalogChange(.other)]) }
      }
    }
  }

  private func hasListeners() -> Bool {
    state.withLock { state in
      state.listeners.removeAll { $0.queue == nil }
      if state.listeners.isEmpty { state.watch = nil }
      return !state.listeners.isEmpty
    }
  }
}
