import GRDB

extension Schema {
  /// The tables of named areas, and their GeoPackage layer.
  static func createAreaTables(_ db: Database) throws {
    try db.execute(sql: areas)
    try db.execute(sql: GeoPackage.areaLayer)
    try db.execute(sql: GeoPackage.registerAttributes("listing_area"))
  }

  // A row of listing_area means that the area contains the listing. Every write of a listing or an area through the
  // engine updates these rows in the same transaction.
  private static let areas = """
    CREATE TABLE area (
      fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
      geom MULTIPOLYGON NOT NULL,
      name TEXT NOT NULL UNIQUE CHECK (name <> ''),
      source TEXT NOT NULL
    );
    CREATE TABLE listing_area (
      fid INTEGER NOT NULL REFERENCES listing(fid) ON DELETE CASCADE,
      area_fid INTEGER NOT NULL REFERENCES area(fid) ON DELETE CASCADE,
      PRIMARY KEY (fid, area_fid)
    ) WITHOUT ROWID;
    CREATE INDEX listing_area_by_area ON listing_area(area_fid, fid);
    """
}

extension GeoPackage {
  fileprivate static let areaLayer = """
    INSERT INTO gpkg_contents (table_name, data_type, identifier, description, srs_id)
      VALUES ('area', 'features', 'area', 'Named areas', 4326);
    INSERT INTO gpkg_geometry_columns VALUES ('area', 'geom', 'MULTIPOLYGON', 4326, 0, 0);
    """
}
