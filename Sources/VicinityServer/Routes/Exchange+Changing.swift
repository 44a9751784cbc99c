import Hummingbird
import Streams
import Vicinity
import VicinityHTTP

// Changes of the catalog: counted before they are made, and answered as made once they are.

extension Exchange {
  /// Makes a change of the catalog, and reads what the client is told of it in the same turn of a thread.
  ///
  /// - Parameters:
  ///   - bytes: the most that the change adds to what its member stores.
  ///   - mayFree: whether the member may store less afterwards.
  /// - Returns: what `change` returns, and the answer; nil when it cannot be read: the change has been made.
  /// - Throws: errors of `change`, and when it does not fit: then nothing is changed.
  func changing<Value: Sendable>(
    adding bytes: Int, mayFree: Bool, _ change: @escaping @Sendable (Catalog) throws -> Value,
    telling: @escaping @Sendable (Catalog, Value) throws -> Reply
  ) async throws -> (Value, Reply?) {
    try await counting(bytes, mayFree: mayFree) { room in
      try await services.gate.onThread(since: arrival) { catalog, _ in
        let value = try catalog.fitting(room) { try change($0) }
        do {
          var reply = try telling(catalog, value)
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

  /// Makes a change of the catalog on account of the member who asks, unless that is an editor or a key.
  ///
  /// - Parameters:
  ///   - bytes: the most that the change adds to what the member stores. They are counted before: what fails afterwards
  ///     leaves nothing uncounted.
  ///   - mayFree: whether the member may store less afterwards.
  ///   - change: gets the room that there is, where there is less: it is made if it adds no more than that.
  /// - Throws: `Problem` when it does not fit; errors of `change`.
  func counting<Value: Sendable>(
    _ bytes: Int, mayFree: Bool, _ change: @Sendable (StoredRoom?) async throws -> Value
  ) async throws -> Value {
    guard let session = client.session, session.role < .editor else { return try await change(nil) }
    let (shares, member) = (services.members.shares, session.member)
    let held = bytes > 0 ? try await services.members.run { try shares.reserve(bytes, of: member) } : .nothing
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

  /// Does what follows a change, as the work of the server, also for a client that has gone. The change has been made:
  /// what fails goes to the log, and the request is answered.
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
  /// The answer to a change that has been made, and cannot be read just now.
  static func changed(_ id: String, status: HTTPResponse.Status = .ok) -> Reply {
    var reply = Reply.json(.object(JSONObject([("id", .string(id))])), status: status)
    reply.isOfChange = true
    return reply
  }
}
