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
    if !tables.isDisjoint(with: ["picture", "medium", "account"]) { services.followedMedia.entriesHaveChanged() }
  }

  func replaced() {
    services.sessions.forget()
    services.members.changes.signals.notifyAll()
    services.followedMedia.entriesHaveChanged()
  }

  func isLeader(_ leads: Bool) { roles.yield(leads) }
}
