import NIOCore
import Streams
import Synchronization
import VicinityAccounts

/// Reads changes for many streams: requests that arrive during a read are answered together by the next one, and
/// streams with the same position get the same bytes.
final class ChangeReader: Sendable {
  /// The next events of a stream.
  struct Events: Sendable {
    /// Server-sent events (WHATWG HTML, 9.2); none for nothing new.
    var text: ByteBuffer
    /// The number after which the stream goes on.
    var last: Int64
    /// Whether more exist already.
    var isFull: Bool
  }

  private typealias Waiting = CheckedContinuation<Events, any Error>

  private struct State {
    var waiting: [ChangeLog.Question: [Waiting]] = [:]
    var isReading = false
  }

  private let log: ChangeLog
  private let state = Mutex(State())
  private let threads = TaskThreads(limit: 1, name: "changes")
  /// The maximum number of requests per read: the first of many streams do not wait for the last.
  private static let most = 64

  init(log: ChangeLog) { self.log = log }

  /// A member's changes after a number, as events.
  ///
  /// - Parameter number: nil for changes from now on: an event `ready` names the current position.
  func events(of member: String, after number: Int64?) async throws -> Events {
    try await withCheckedThrowingContinuation { continuation in
      let isFirst = state.withLock { state in
        defer { state.isReading = true }
        state.waiting[.init(member: member, after: number), default: []].append(continuation)
        return !state.isReading
      }
      if isFirst { Task { try? await threads.run { [self] in answerAll() } } }
    }
  }

  private func answerAll() {
    while let some = next() {
      let answers = Result { try log.pages(some.map(\.key)) }
      for (index, (question, waiting)) in some.enumerated() {
        let answer = answers.map { Events($0[index], to: question) }
        for each in waiting { each.resume(with: answer) }
      }
    }
  }

  /// Nil when nothing is waiting any longer.
  private func next() -> [(key: ChangeLog.Question, value: [Waiting])]? {
    state.withLock { state in
      let some = Array(state.waiting.prefix(Self.most))
      for (question, _) in some { state.waiting[question] = nil }
      if some.isEmpty { state.isReading = false }
      return some.isEmpty ? nil : some
    }
  }
}

extension ChangeReader.Events {
  fileprivate init(_ page: ChangeLog.Page, to question: ChangeLog.Question) {
    var text = ""
    if page.isMissed {
      text += "event: missed\nid: \(page.changes.first.map { $0.number - 1 } ?? page.last)\ndata: {}\n\n"
    }
    for change in page.changes {
      text += "id: \(change.number)\nevent: \(change.kind.rawValue)\ndata: \(change.json.text)\n\n"
    }
    // Before the first change, the client receives its current position.
    if question.after == nil { text += "id: \(page.last)\nevent: ready\ndata: {}\n\n" }
    self.init(text: ByteBuffer(string: text), last: page.last, isFull: page.isFull)
  }
}
