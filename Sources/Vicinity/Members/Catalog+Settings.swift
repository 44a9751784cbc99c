import CivilTime

extension Catalog {
  /// The settings that are on.
  public func settings() throws -> Set<CatalogSetting> {
    try readFile { worker in Set(try CatalogSetting.allCases.filter(worker.isOn)) }
  }

  /// Turns a setting on or off.
  ///
  /// - Throws: `CatalogError.nameTaken` when listings already break the rule.
  public func set(_ setting: CatalogSetting, to isOn: Bool) throws {
    try transaction(at: .distantPast) { transaction in
      guard isOn else { return try transaction.run("DELETE FROM setting WHERE name = ?1", setting.rawValue) }
      if setting == .uniqueNames { try UniqueNames(statements: transaction).checkAll() }
      try transaction.run("INSERT OR IGNORE INTO setting VALUES (?1)", setting.rawValue)
    }
  }
}
