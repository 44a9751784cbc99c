import CodedErrors

/// Why a node cannot belong to a cluster.
package enum ClusterFailure: CodedError, Hashable {
  /// The database has no cluster.
  case noCluster
  /// The database has a cluster already.
  case exists
  /// A newer version has written the log.
  case tooNew(steps: [String])
  /// The node has another version of SQLite.
  case otherVersion(here: String, there: String)
  /// The files of the cluster have another schema.
  case otherSchema(here: String, there: String)
  /// A node with this name runs.
  case nameTaken(String, url: String)
  /// The database has no node with this name.
  case noNode(String)
  /// The node runs.
  case nodeRuns(String)
  /// The file belongs to another cluster.
  case otherCluster(path: String)
  /// The file belongs to no cluster.
  case notInCluster(path: String)
  /// There is a file that belongs to no cluster where the node would put its own.
  case wouldReplace(path: String)
  /// The file differs from the log, or is ahead of it: the log has lost its end.
  case differs(file: String, entry: Int64)
  /// Another command changes the files of the cluster.
  case rewritten
  /// Another node or command has taken the lease in the meantime.
  case superseded
  /// There is no complete snapshot to begin with.
  case noSnapshot(file: String)
  /// A snapshot or an entry is not what its hash says.
  case damaged(what: String)
  /// A file cannot be put in place.
  case cannotWrite(path: String, reason: String)

  /// Whether the files of the node must be fetched again.
  var isOfContents: Bool {
    switch self {
    case .differs, .damaged: true
    default: false
    }
  }

  /// Whether another version of the program is needed.
  var isOfVersion: Bool {
    switch self {
    case .otherVersion, .otherSchema: true
    default: false
    }
  }

  package var code: String {
    switch self {
    case .noCluster: "no-cluster"
    case .exists: "cluster-exists"
    case .tooNew: "too-new"
    case .otherVersion, .otherSchema: "other-version"
    case .nameTaken, .nodeRuns: "node-runs"
    case .noNode: "no-node"
    case .otherCluster: "other-cluster"
    case .notInCluster, .wouldReplace: "not-in-cluster"
    case .differs: "log-differs"
    case .rewritten: "busy"
    case .superseded: "not-leader"
    case .noSnapshot: "no-snapshot"
    case .damaged: "log-damaged"
    case .cannotWrite: "cannot-write"
    }
  }

  package var description: String {
    switch self {
    case .noCluster:
      "the database has no cluster that its user may read; make one of a catalog first, or check the address."
    case .exists: "the database has a cluster already; start nodes of it, or use an empty database."
    case .tooNew(let steps):
      "a newer version of Vicinity has written the log (it has \(steps.joined(separator: ", "))); update this one."
    case .otherVersion(let here, let there):
      "all nodes of a cluster need the same version of SQLite: here it is \(here), in the cluster \(there)."
    case .otherSchema(let here, let there):
      "the files of the cluster have the schema \(there), and this version has \(here): the newer version migrates "
        + "them, and the other nodes are replaced then."
    case .nameTaken(let name, let url):
      "another node with the name \(name) runs at \(url); give each node a name of its own."
    case .noNode(let name): "the cluster has no node with the name \(name)."
    case .nodeRuns(let name): "the node \(name) runs; stop it first."
    case .otherCluster(let path): "\(path) belongs to another cluster; move it away, or choose another path."
    case .notInCluster(let path): "\(path) belongs to no cluster."
    case .wouldReplace(let path):
      "\(path) belongs to no cluster, and joining one would replace it; move it away, or choose another path."
    case .differs(let file, let entry):
      "the \(file) file has entry \(entry), which the log does not have: the log has lost its end."
    case .rewritten: "another command is changing the files of the cluster; try again when it has ended."
    case .superseded: "another node or command decides on changes now; nothing was changed. Try again."
    case .noSnapshot(let file): "the log has no complete snapshot of the \(file) file."
    case .damaged(let what): "\(what) is damaged: its contents and its hash differ."
    case .cannotWrite(let path, let reason): "\(path) cannot be written: \(reason)"
    }
  }
}
