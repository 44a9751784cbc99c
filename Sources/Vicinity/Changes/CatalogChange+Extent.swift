extension CatalogChange {
  /// The listings that a change concerns.
  public enum Extent: Hashable, Sendable {
    /// The ids of listings that are new, that have other values or records of members, and that are gone: at most
    /// ``most``.
    case listings(added: Set<String> = [], changed: Set<String> = [], removed: Set<String> = [])
    /// Any listing may have changed: reload what is shown. So it is after an import of more than ``most`` listings,
    /// changes of another process, and missed changes.
    case everything

    /// The maximum number of ids of one change.
    public static let most = 1000
  }

  /// Whether the listing with this id may have been added, changed or removed.
  public func concerns(_ id: String) -> Bool {
    switch extent {
    case .listings(let added, let changed, let removed):
      added.contains(id) || changed.contains(id) || removed.contains(id)
    case .everything: true
    }
  }
}

extension CatalogChange.Extent {
  /// The number of ids.
  var count: Int {
    guard case .listings(let added, let changed, let removed) = self else { return 0 }
    return added.count + changed.count + removed.count
  }

  /// The extent of a load; everything if there are too many ids, or if they are not known.
  init(_ load: LoadedIds?) {
    guard let load, load.count <= Self.most else {
      self = .everything
      return
    }
    self = .listings(added: load.added, changed: load.updated, removed: load.removed)
  }
}
