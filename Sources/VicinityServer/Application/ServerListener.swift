import Logging
import VicinityAccounts

/// Tells the parts of a server what other nodes of the cluster have changed.
struct ServerListener: ClusterListener {
  let services: Services
  let roles: AsyncStream<Bool>.Continuation

  func joined() { services.cluster?.shareTags() }

  func appliedToAccounts(tables: Set<String>, members: Set<String>) {
    if !tables.isDisjoint(with: ["session", "account", "key"]) { services.sessions.forget() }
    if !members.isEmpty { services.members.changes.signals.notify(members) }
    guard !tables.isDisjoint(with: ["picture", "medium", "account"]) else { return }
    Task { [services] in
      do { try await services.members.run { try services.folder.removeForgotten() } } catch {
        services.logger.error("files that other nodes have removed are left", metadata: ["error": "\(error)"])
      }
    }
  }

  func replaced() {
    services.sessions.forget()
    services.members.changes.signals.notifyAll()
  }

  func isLeader(_ leads: Bool) { roles.yield(leads) }
}
