/// Writes the rows of a GeoParquet file (https://geoparquet.org/releases/v1.1.0/) as GeoJSON features.
///
/// A geometry in well-known binary becomes hexadecimal digits. Rows without a column of geometry become objects. Numbers
/// that JSON does not have, such as NaN, are null.
enum ParquetScript {
  /// A program of Python for the packages pyarrow or duckdb.
  static let text =
    PythonScript.start + """
      import decimal, json, math, re
      path = sys.argv[1]

      def plain(value):
          if isinstance(value, decimal.Decimal):
              value = float(value)
          if isinstance(value, float):
              return value if math.isfinite(value) else None
          if isinstance(value, (bytes, bytearray)):
              return value.hex()
          if isinstance(value, dict):
              return {str(key): plain(item) for key, item in value.items() if item is not None}
          if isinstance(value, (list, tuple)):
              return [plain(item) for item in value]
          if isinstance(value, (str, int, bool, type(None))):
              return value
          return value.isoformat() if hasattr(value, "isoformat") else str(value)

      def object_of(text):
          try:
              value = json.loads(text)
          except (TypeError, ValueError):
              value = None
          return value if isinstance(value, dict) else {}

      def name_of(system):
          if isinstance(system, dict):
              known = object_of(json.dumps(system.get("id")))
              return "{authority}:{code}".format(**known) if {"authority", "code"} <= set(known) else system.get("name")
          # Well-known text, whose last code is that of the whole system.
          codes = re.findall(r'(?:ID|AUTHORITY)\\["(\\w+)",\\s*"?(\\w+)', system or "")
          return ":".join(codes[-1]) if codes else system

      def coordinates(value):
          if isinstance(value, dict):
              return [plain(value.get("x")), plain(value.get("y"))]
          return [coordinates(item) for item in value]

      class Layout:
          def __init__(self, names, metadata):
              geo = object_of(metadata)
              name = geo.get("primary_column", "geometry")
              self.geometry = name if name in names else None
              column = geo.get("columns", {}).get(name, {})
              self.system = name_of(column.get("crs"))

          def line(self, row):
              if not self.geometry:
                  return plain(row)
              shape = row.pop(self.geometry)
              if isinstance(shape, (dict, list)):
                  shape = {"type": "Point" if isinstance(shape, dict) else "native", "coordinates": coordinates(shape)}
              feature = {"type": "Feature", "geometry": plain(shape), "properties": plain(row)}
              if self.system is not None:
                  feature["crs"] = {"type": "name", "properties": {"name": self.system}}
              return feature

      def rows_of_pyarrow():
          file = pyarrow.parquet.ParquetFile(path)
          layout = Layout(file.schema_arrow.names, (file.schema_arrow.metadata or {}).get(b"geo"))
          for batch in file.iter_batches(1024):
              for row in batch.to_pylist(maps_as_pydicts="lossy"):
                  yield layout.line(row)

      def rows_of_duckdb():
          connection = duckdb.connect()
          connection.execute("SET enable_geoparquet_conversion = false")
          found = connection.execute(
              "SELECT value FROM parquet_kv_metadata(?) WHERE key = 'geo'::BLOB", [path]).fetchone()
          cursor = connection.execute("SELECT * FROM read_parquet(?)", [path])
          names = [column[0] for column in cursor.description]
          layout = Layout(names, found[0] if found else None)
          while rows := cursor.fetchmany(1024):
              for row in rows:
                  yield layout.line(dict(zip(names, row)))

      try:
          import pyarrow.parquet
          rows = rows_of_pyarrow()
      except ImportError:
          try:
              import duckdb
              rows = rows_of_duckdb()
          except ImportError:
              sys.exit("install one of the Python packages pyarrow and duckdb")
      for row in rows:
          print(json.dumps(row, allow_nan=False))
      """
}
