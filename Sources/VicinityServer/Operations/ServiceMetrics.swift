import Foundation
import Streams
import Vicinity
import VicinityAccounts
import VicinityHTTP

/// Metrics that are looked up when they are asked for: sizes of files, and what waits.
enum ServiceMetrics {
  static func text(_ services: Services) -> String {
    let (catalog, accounts) = (services.catalog.path, services.accountsFile.path)
    var text = line(
      "vicinity_build_info", "gauge", "The version of the program.", 1, "{version=\"\(ProgramVersion.current)\"}")
    text += line(
      "vicinity_ready", "gauge", "Whether the files could be used at the last check, within a minute.",
      services.readiness.isReady && !services.state.isStopping ? 1 : 0)
    text += lines(
      "vicinity_file_bytes", "Sizes of the files.",
      [
        ("catalog", catalog), ("catalog-log", catalog + "-wal"), ("accounts", accounts),
        ("accounts-log", accounts + "-wal"),
      ]
      .map { ("{file=\"\($0.0)\"}", Double(FileStamp(path: $0.1)?.size ?? 0)) })
    if let free = DiskSpace.free(at: catalog) {
      text += line("vicinity_disk_free_bytes", "gauge", "Free bytes on the disk of the catalog.", Double(free))
    }
    if let count = services.listings.count(in: services.catalog) {
      text += line("vicinity_listings", "gauge", "Listings, counted at most once a minute.", Double(count))
    }
    if let memory = try? services.catalog.indexMemory() {
      text += line("vicinity_index_bytes", "gauge", "Memory of the index of the catalog.", Double(memory.total))
    }
    text += line(
      "vicinity_index_limit_bytes", "gauge", "The most memory for the index.", Double(services.catalog.memoryLimit))
    if let backup = BackupRecord(at: CatalogFiles(catalog: catalog).record) {
      text += line(
        "vicinity_backup_timestamp_seconds", "gauge",
        "When the last backup was made and checked, in seconds since 1970.",
        Double(backup.time.secondsSince1970))
      text += line("vicinity_backup_bytes", "gauge", "The size of the last backup.", Double(backup.bytes))
    }
    text += line(
      "vicinity_streams_open", "gauge", "Open streams of changes.",
      Double(services.members.changes.signals.count))
    if let cluster = services.cluster { text += self.text(cluster.state) }
    guard !services.accountsFile.isReadOnly, services.accountsFile.isThere,
      let mails = try? services.accounts.outbox.counts()
    else {
      return text
    }
    text += lines(
      "vicinity_mails_waiting", "Waiting emails: new ones, and those that have failed before.",
      [("{tried=\"no\"}", Double(mails.waiting - mails.tried)), ("{tried=\"yes\"}", Double(mails.tried))])
    text += line(
      "vicinity_mail_failures_total", "counter", "Failed attempts to deliver emails.", Double(mails.failures))
    if let posts = try? services.members.alerts.deliveries.counts() {
      text += line("vicinity_webhooks_waiting", "gauge", "Waiting posts to webhooks.", Double(posts.waiting))
      text += line(
        "vicinity_webhook_failures_total", "counter", "Failed posts to webhooks.", Double(posts.failures))
    }
    return text
  }

  private static func text(_ state: ClusterState) -> String {
    line("vicinity_cluster_leader", "gauge", "Whether this node of the cluster leads.", state.isLeader ? 1 : 0)
      + line("vicinity_cluster_epoch", "gauge", "How often the leader has changed.", Double(state.epoch))
      + line("vicinity_cluster_entry", "gauge", "The last entry of the log that this node has.", Double(state.applied))
      + line("vicinity_cluster_head", "gauge", "The last entry of the log.", Double(state.head))
      + line("vicinity_cluster_lag_seconds", "gauge", "How long this node has lacked the newest entry.", state.lag)
      + line(
        "vicinity_cluster_appended_bytes_total", "counter", "Bytes of entries that this node has appended.",
        Double(state.traffic.appendedBytes))
      + line(
        "vicinity_cluster_applied_bytes_total", "counter", "Bytes of entries of others that this node has applied.",
        Double(state.traffic.appliedBytes))
      + line(
        "vicinity_cluster_changed_listings_total", "counter",
        "Listings in entries of others, which the index reads again.", Double(state.traffic.changedListings))
      + line(
        "vicinity_cluster_changed_nodes_total", "counter",
        "Nodes of the R-tree in entries of others, which the index reads again.", Double(state.traffic.changedNodes))
  }

  private static func line(
    _ name: String, _ type: String, _ help: String, _ value: Double, _ labels: String = ""
  ) -> String {
    "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n\(name)\(labels) \(value)\n"
  }

  private static func lines(_ name: String, _ help: String, _ values: [(labels: String, value: Double)]) -> String {
    let rows = values.map { "\(name)\($0.labels) \($0.value)\n" }.joined()
    return "# HELP \(name) \(help)\n# TYPE \(name) gauge\n\(rows)"
  }
}
