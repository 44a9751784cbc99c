import GRDB

// What other programs see, and where listings come from.
//
//   listings        a view for QGIS, GDAL and others: the listings in words, major units of currencies and ISO 8601,
//                   with the R-tree of `listing`. The other tables are no layers of the GeoPackage, except for
//                   `listing` and `area`.
//   layer_styles    the styles that QGIS applies to layers, in its own form.
//   download        addresses of the web from which sources were imported, with what tells whether a file has changed.
//   merged_listing  hidden listings that were merged into others, with the id of the other one.

extension Schema {
  /// Added by version 14.
  static func createInterchange(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE download (
          address TEXT PRIMARY KEY NOT NULL,
          source_id INTEGER NOT NULL REFERENCES source(source_id) ON DELETE CASCADE,
          etag TEXT,
          modified TEXT,
          at INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX download_by_source ON download(source_id);
        CREATE TABLE merged_listing (
          id TEXT PRIMARY KEY NOT NULL REFERENCES hidden_listing(id) ON DELETE CASCADE,
          into_id TEXT NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX merged_listing_by_target ON merged_listing(into_id);
        \(listingView(category: ""))
        INSERT INTO gpkg_contents (table_name, data_type, identifier, description, last_change, min_x, min_y, max_x,
            max_y, srs_id)
          SELECT 'listings', data_type, 'listings', 'Bars, events and couches, in words', last_change, min_x, min_y,
            max_x, max_y, srs_id FROM gpkg_contents WHERE table_name = 'listing';
        UPDATE gpkg_contents SET description = 'The table behind the view listings' WHERE table_name = 'listing';
        INSERT INTO gpkg_geometry_columns VALUES ('listings', 'geom', 'POINT', 4326, 0, 0);
        DELETE FROM gpkg_contents WHERE data_type = 'attributes';
        CREATE TABLE layer_styles (
          id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
          f_table_catalog TEXT(256), f_table_schema TEXT(256), f_table_name TEXT(256), f_geometry_column TEXT(256),
          styleName TEXT(30), styleQML TEXT, styleSLD TEXT, useAsDefault BOOLEAN, description TEXT, owner TEXT(30),
          ui TEXT(30), update_time DATETIME DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
        );
        \(GeoPackage.registerAttributes("layer_styles"))
        """)
    try db.execute(
      sql: """
        INSERT INTO layer_styles (f_table_catalog, f_table_schema, f_table_name, f_geometry_column, styleName, styleQML,
          styleSLD, useAsDefault, description, owner, ui, update_time)
        VALUES ('', '', 'listings', 'geom', 'kinds', ?, '', 1, 'Bars, events and couches', '', '',
          '2026-11-28T00:00:00.000Z')
        """, arguments: [LayerStyle.listings])
  }

  /// The expressions have types for programs that ask for them (SQLite 3.41 and later).
  /// - Parameter category: the column of the category; empty in version 14, which had none.
  static func listingView(category: String) -> String {
    """
    CREATE VIEW listings AS SELECT
      l.fid AS fid, l.geom AS geom, l.id AS id, l.kind AS kind,\(category) l.name AS name, s.hours AS opening_hours,
      CAST(strftime('%Y-%m-%dT%H:%M:%SZ', l.starts, 'unixepoch') AS TEXT) AS starts,
      CAST(strftime('%Y-%m-%dT%H:%M:%SZ', l.ends, 'unixepoch') AS TEXT) AS ends,
      d.recurrence AS recurrence, l.status AS status,
      CAST(l.price / CASE
        WHEN c.code IN ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND',
          'VUV', 'XAF', 'XOF', 'XPF') THEN 1.0
        WHEN c.code IN ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') THEN 1000.0
        ELSE 100.0 END AS REAL) AS price,
      c.code AS currency, l.price_level AS price_level, l.rating AS rating, l.rating_count AS rating_count,
      l.guests AS guests, l.min_nights AS min_nights, l.max_nights AS max_nights,
      CAST((SELECT group_concat(name, '; ') FROM (SELECT t.name AS name FROM listing_tag m JOIN tag t USING (tag_id)
        WHERE m.fid = l.fid ORDER BY t.name)) AS TEXT) AS tags,
      d.address AS address, d.phone AS phone, d.url AS url, d.image AS image, d.description AS description,
      d.host AS host, d.venue AS venue, d.capacity AS capacity, l.accessible AS accessible,
      l.operating_status AS operating_status, z.name AS timezone, q.name AS source,
      CAST(strftime('%Y-%m-%dT%H:%M:%SZ', l.added, 'unixepoch') AS TEXT) AS added,
      CAST(strftime('%Y-%m-%dT%H:%M:%SZ', l.changed, 'unixepoch') AS TEXT) AS changed
    FROM listing l
      LEFT JOIN listing_detail d ON d.fid = l.fid
      LEFT JOIN schedule s ON s.schedule_id = l.schedule_id
      LEFT JOIN currency c ON c.currency_id = l.currency_id
      LEFT JOIN zone z ON z.zone_id = l.zone_id
      LEFT JOIN source q ON q.source_id = l.source_id;
    """
  }
}

/// Styles in the form of QGIS (QML).
enum LayerStyle {
  /// A color for each kind, and names from a scale of 1:20,000 on.
  static let listings = """
    <!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>
    <qgis version="3.22" styleCategories="Symbology|Labeling" labelsEnabled="1">
      <renderer-v2 type="categorizedSymbol" attr="kind" enableorderby="0" forceraster="0" symbollevels="0">
        <categories>
          <category symbol="0" value="bar" label="Bars" render="true"/>
          <category symbol="1" value="event" label="Events" render="true"/>
          <category symbol="2" value="couch" label="Couches" render="true"/>
        </categories>
        <symbols>
    \(symbol(0, "180,83,9"))
    \(symbol(1, "124,58,237"))
    \(symbol(2, "4,120,87"))
        </symbols>
      </renderer-v2>
      <labeling type="simple">
        <settings calloutType="simple">
          <text-style fieldName="name" fontSize="8" fontSizeUnit="Point" textColor="40,40,40,255" isExpression="0">
            <text-buffer bufferDraw="1" bufferSize="0.8" bufferSizeUnits="MM" bufferColor="255,255,255,255"/>
          </text-style>
          <placement placement="6" dist="1" distUnits="MM"/>
          <rendering scaleVisibility="1" scaleMin="1" scaleMax="20000" drawLabels="1"/>
        </settings>
      </labeling>
    </qgis>
    """

  private static func symbol(_ number: Int, _ color: String) -> String {
    let values = [
      ("name", "circle"), ("color", "\(color),255"), ("outline_color", "255,255,255,255"), ("outline_width", "0.3"),
      ("size", "2.6"),
    ]
    // Options are read from 3.20 on, properties before.
    let options = values.map { #"<Option name="\#($0)" value="\#($1)" type="QString"/>"# }.joined()
    let properties = values.map { #"<prop k="\#($0)" v="\#($1)"/>"# }.joined()
    return """
            <symbol name="\(number)" type="marker" alpha="1" clip_to_extent="1" force_rhr="0">
              <layer class="SimpleMarker" enabled="1" locked="0" pass="0">
                <Option type="Map">\(options)</Option>\(properties)
              </layer>
            </symbol>
      """
  }
}
