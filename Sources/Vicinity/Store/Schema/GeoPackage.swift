import Geography

/// The tables and triggers that the GeoPackage 1.3 standard requires.
enum GeoPackage {
  /// Metadata tables (clauses 1.1.2, 1.1.3, 2.1.5, 2.3.2) and the spatial reference systems required in every file.
  static let metadata = """
    CREATE TABLE gpkg_spatial_ref_sys (
      srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY, organization TEXT NOT NULL,
      organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT
    );
    INSERT INTO gpkg_spatial_ref_sys VALUES
      ('Undefined cartesian SRS', -1, 'NONE', -1, 'undefined', 'undefined cartesian coordinate reference system'),
      ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', 'undefined geographic coordinate reference system'),
      ('WGS 84 geodetic', 4326, 'EPSG', 4326,
       'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AXIS["Latitude",NORTH],AXIS["Longitude",EAST],AUTHORITY["EPSG","4326"]]',
       'longitude/latitude coordinates in decimal degrees on the WGS 84 spheroid');
    CREATE TABLE gpkg_contents (
      table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, description TEXT DEFAULT '',
      last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
      min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER,
      CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id)
    );
    CREATE TABLE gpkg_geometry_columns (
      table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL,
      z TINYINT NOT NULL, m TINYINT NOT NULL,
      CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name),
      CONSTRAINT uk_gc_table_name UNIQUE (table_name),
      CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
      CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id)
    );
    CREATE TABLE gpkg_extensions (
      table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL, definition TEXT NOT NULL, scope TEXT NOT NULL,
      CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name)
    );
    INSERT INTO gpkg_contents (table_name, data_type, identifier, description, srs_id)
      VALUES ('listing', 'features', 'listing', 'Bars, events and couches', 4326);
    INSERT INTO gpkg_geometry_columns VALUES ('listing', 'geom', 'POINT', 4326, 0, 0);
    INSERT INTO gpkg_extensions VALUES
      ('listing', 'geom', 'gpkg_rtree_index', 'http://www.geopackage.org/spec120/#extension_rtree', 'write-only');
    """

  /// Registers a table so that other programs list it.
  static func registerAttributes(_ table: String) -> String {
    "INSERT INTO gpkg_contents (table_name, data_type, identifier) VALUES ('\(table)', 'attributes', '\(table)');"
  }

  /// The R-tree with the triggers of clause 2.3.3 (extension `gpkg_rtree_index`), verbatim except for the table's name.
  static let spatialIndex = """
    CREATE VIRTUAL TABLE rtree_listing_geom USING rtree(id, minx, maxx, miny, maxy);
    \(insertTrigger)
    CREATE TRIGGER rtree_listing_geom_update1 AFTER UPDATE OF geom ON listing
      WHEN OLD.fid = NEW.fid AND (NEW.geom NOTNULL AND NOT ST_IsEmpty(NEW.geom))
    BEGIN
      INSERT OR REPLACE INTO rtree_listing_geom VALUES (
        NEW.fid, ST_MinX(NEW.geom), ST_MaxX(NEW.geom), ST_MinY(NEW.geom), ST_MaxY(NEW.geom));
    END;
    CREATE TRIGGER rtree_listing_geom_update2 AFTER UPDATE OF geom ON listing
      WHEN OLD.fid = NEW.fid AND (NEW.geom ISNULL OR ST_IsEmpty(NEW.geom))
    BEGIN
      DELETE FROM rtree_listing_geom WHERE id = OLD.fid;
    END;
    CREATE TRIGGER rtree_listing_geom_update3 AFTER UPDATE ON listing
      WHEN OLD.fid != NEW.fid AND (NEW.geom NOTNULL AND NOT ST_IsEmpty(NEW.geom))
    BEGIN
      DELETE FROM rtree_listing_geom WHERE id = OLD.fid;
      INSERT OR REPLACE INTO rtree_listing_geom VALUES (
        NEW.fid, ST_MinX(NEW.geom), ST_MaxX(NEW.geom), ST_MinY(NEW.geom), ST_MaxY(NEW.geom));
    END;
    CREATE TRIGGER rtree_listing_geom_update4 AFTER UPDATE ON listing
      WHEN OLD.fid != NEW.fid AND (NEW.geom ISNULL OR ST_IsEmpty(NEW.geom))
    BEGIN
      DELETE FROM rtree_listing_geom WHERE id IN (OLD.fid, NEW.fid);
    END;
    CREATE TRIGGER rtree_listing_geom_delete AFTER DELETE ON listing WHEN old.geom NOT NULL
    BEGIN
      DELETE FROM rtree_listing_geom WHERE id = OLD.fid;
    END;
    """

  /// The trigger that inserts new rows into the R-tree.
  static let insertTrigger = """
    CREATE TRIGGER rtree_listing_geom_insert AFTER INSERT ON listing
      WHEN (new.geom NOT NULL AND NOT ST_IsEmpty(NEW.geom))
    BEGIN
      INSERT OR REPLACE INTO rtree_listing_geom VALUES (
        NEW.fid, ST_MinX(NEW.geom), ST_MaxX(NEW.geom), ST_MinY(NEW.geom), ST_MaxY(NEW.geom));
    END;
    """

  /// Inserts the rows after ?1, which were written without the trigger, into the R-tree in row order.
  static let indexNewRows = """
    INSERT INTO rtree_listing_geom
      SELECT fid, ST_MinX(geom), ST_MaxX(geom), ST_MinY(geom), ST_MaxY(geom) FROM listing WHERE fid > ?1 ORDER BY fid
    """

  /// Updates the recorded extent and modification time of the layer and its view.
  static let refreshContents = """
    UPDATE gpkg_contents SET last_change = strftime('%Y-%m-%dT%H:%M:%fZ','now'),
      (min_x, max_x, min_y, max_y) =
        (SELECT min(ST_MinX(geom)), max(ST_MaxX(geom)), min(ST_MinY(geom)), max(ST_MaxY(geom)) FROM listing)
    WHERE table_name IN ('listing', 'listings');
    """

  /// Extends the extent of the layer by a box.
  static func grow(to box: BoundingBox, with statements: PreparedStatements) throws {
    try statements.run(
      """
      UPDATE gpkg_contents SET last_change = strftime('%Y-%m-%dT%H:%M:%fZ','now'),
        min_x = min(coalesce(min_x, ?1), ?1), max_x = max(coalesce(max_x, ?2), ?2),
        min_y = min(coalesce(min_y, ?3), ?3), max_y = max(coalesce(max_y, ?4), ?4)
      WHERE table_name IN ('listing', 'listings')
      """, box.west, box.east, box.south, box.north)
  }
}
