import Hummingbird
import Streams
import Vicinity
import VicinityAccounts
import VicinityHTTP

// Changes of the catalog: counted before they are made, and answered as made once they are.

extension Exchange {
  /// Makes a change of the catalog, and reads the reply in the same turn of a thread.
  ///
  /// - Parameters:
  ///   - bytes: the most that the change adds to what its member stores.
  ///   - mayFree: whether the member may store less afterwards.
  /// - Returns: what `change` returns, and the reply; nil when it cannot be read: the change has been made.
  /// - Throws: errors of `change`, and when it does not fit: then nothing is changed.
  func changing<Value: Sendable>(
    adding bytes: Int, mayFree: Bool, _ change: @escaping @Sendable (Catalog) throws -> Value,
    reply: @escaping @Sendable (Catalog, Value) throws -> Reply
  ) async throws -> (Value, Reply?) {
    try await counting(bytes, mayFree: mayFree) { room in
      try await services.gate.onThread(since: arrival) { catalog, _ in
        let value = try catalog.fitting(room) { try change($0) }
        do {
          var reply = try reply(catalog, value)
          reply.isOfChange = true
          return (value, reply)
        } catch {
          services.logger.error(
            "a change was made, but its response cannot be read", metadata: ["path": "\(path)", "error": "\(error)"])
          return (value, nil)
        }
      }
    }
  }

  /// Makes a change of the catalog, and counts what the calling member stores, unless that is an editor, or a key that
  /// acts for itself.
  ///
  /// - Parameters:
  ///   - bytes: the maximum that the change adds to the member's data. They are counted first: a later failure leaves
  ///     nothing uncounted.
  ///   - mayFree: whether the member may store less afterwards.
  ///   - change: receives the remaining space, if that is less: the change is made if it adds no more than that.
  /// - Throws: `Problem` when it does not fit; errors of `change`.
  func counting<Value: Sendable>(
    _ bytes: Int, mayFree: Bool, _ change: @Sendable (StoredRoom?) async throws -> Value
  ) async throws -> Value {
    let held = bytes > 0 && isCounted ? try await services.members.run { try hold(bytes) } : try hold(0)
    return try await settling(held, of: bytes, mayFree: mayFree, change)
  }

  /// Whether it is counted what the caller stores.
  var isCounted: Bool { countedMember != nil }

  private var countedMember: String? { client.member.flatMap { $0.role < .editor ? $0.name : nil } }

  /// Counts what a change may add, before it is made; nil where nothing is counted. With bytes it waits for the accounts
  /// file.
  func hold(_ bytes: Int) throws -> StoredShares.Held? {
    guard let member = countedMember else { return nil }
    return bytes > 0 ? try services.members.shares.reserve(bytes, of: member) : .nothing
  }

  /// Makes a change whose bytes are counted, and counts afterwards what it has added.
  ///
  /// - Parameters:
  ///   - held: what was counted; nil where nothing is.
  ///   - bytes: the most that the change adds.
  ///   - mayFree: whether the member may store less afterwards.
  ///   - change: as in `counting`.
  func settling<Value: Sendable>(
    _ held: StoredShares.Held?, of bytes: Int, mayFree: Bool, _ change: @Sendable (StoredRoom?) async throws -> Value
  ) async throws -> Value {
    guard let held, let member = countedMember else { return try await change(nil) }
    let shares = services.members.shares
    let room = held.bytes < bytes ? StoredRoom(of: member, bytes: held.bytes) : nil
    do {
      let value = try await change(room)
      await afterwards { try shares.settle(held.bytes, of: member, isExact: mayFree || room != nil) }
      return value
    } catch is StoredRoom.Exceeded {
      await afterwards { try shares.giveBack(held.bytes, of: member) }
      // As a `Problem`: the member is counted already.
      throw Problem(held.refusal) ?? held.refusal
    } catch {
      await afterwards { try shares.settle(held.bytes, of: member, isExact: bytes > 0) }
      throw error
    }
  }

  /// Runs the follow-up of a change, as the work of the server, also for a client that has gone. The change has been
  /// made: errors are logged, and the request is answered.
  func afterwards(_ work: @escaping @Sendable () throws -> Void) async {
    do {
      try await Task { [services] in
        try await Asker.$names.withValue([]) { try await services.members.run(work) }
      }.value
    } catch {
      services.logger.error("the follow-up of a change failed", metadata: ["path": "\(path)", "error": "\(error)"])
    }
  }
}

extension Reply {
  /// The reply to a change that has been made.
  static func ofChange(_ json: JSONValue, status: HTTPResponse.Status = .ok) -> Reply {
    var reply = Reply.json(json, status: status)
    reply.isOfChange = true
    return reply
  }

  /// The reply to a change of a listing that has been made, and cannot be read just now.
  static func changed(_ id: String, status: HTTPResponse.Status = .ok) -> Reply {
    ofChange(.object(JSONObject([("id", .string(id))])), status: status)
  }
}
