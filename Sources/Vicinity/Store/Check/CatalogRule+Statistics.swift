extension CatalogRule {
  /// Stored counts against the actual ones.
  ///
  /// `profile.changed` is the number of listings changed since the count, so no number may differ by more.
  static let statistics: [CatalogRule] =
    [
      CatalogRule(
        "statistic",
        """
        SELECT column1 FROM (VALUES ('profile.listings'), ('profile.changed'))
        WHERE column1 NOT IN (SELECT name FROM catalog_statistic)
        """, "is missing in catalog_statistic"),
      CatalogRule(
        "statistic",
        """
        SELECT 'tag ' || tag_id || ' is on ' || sum(n) || ' listings, and tag_statistic has ' || sum(counted)
        FROM (
          SELECT tag_id, count(*) AS n, 0 AS counted FROM listing_tag GROUP BY tag_id
          UNION ALL SELECT tag_id, 0, listings FROM tag_statistic
        ) GROUP BY tag_id HAVING abs(total(n) - total(counted)) > \(changed)
        """, "(a count for the planner)"),
    ]
    + ListingPart.all.map { part in
      // Catalogs of older versions lack this count until the statistics are rebuilt.
      CatalogRule(
        "part-missing",
        """
        SELECT '\(part.table) is about ' || n || ' listings, and was about ' || CAST(value AS INTEGER)
        FROM (SELECT \(part.count) AS n FROM \(part.rows)) JOIN catalog_statistic ON name = '\(part.statistic)'
        WHERE abs(n - value) > \(changed)
        """, "when they were counted: more listings have gained or lost it than have changed")
    }

  private static let changed = "coalesce((SELECT value FROM catalog_statistic WHERE name = 'profile.changed'), 0)"
}
