/// Writes GeoJSON features, one per line, as GeoParquet 1.1 (https://geoparquet.org/releases/v1.1.0/).
enum ParquetWriterScript {
  /// A program of Python for the packages pyarrow or duckdb.
  static let text =
    PythonScript.start + """
      import json, os, struct
      from datetime import datetime
      source, target = sys.argv[1:]
      INSTANTS = ("starts", "ends", "added", "changed")

      def kind(name, value):
          if name in INSTANTS and isinstance(value, str):
              return "instant"
          if isinstance(value, bool):
              return "boolean"
          if isinstance(value, int):
              return "integer"
          if isinstance(value, float):
              return "number"
          if isinstance(value, list) and all(isinstance(item, str) for item in value):
              return "list"
          return "text" if isinstance(value, str) else "json"

      def features():
          with open(source, encoding="utf-8") as lines:
              for line in lines:
                  yield json.loads(line)

      kinds, west, south, east, north = {"id": "text"}, 180.0, 90.0, -180.0, -90.0
      for feature in features():
          x, y = feature["geometry"]["coordinates"]
          west, south, east, north = min(west, x), min(south, y), max(east, x), max(north, y)
          for name, value in feature["properties"].items():
              new = kind(name, value)
              old = kinds.setdefault(name, new)
              if old != new:
                  kinds[name] = "number" if {old, new} == {"integer", "number"} else "json"

      def converted(kind, value):
          if kind == "instant":
              return datetime.fromisoformat(value.replace("Z", "+00:00"))
          if kind == "number":
              return float(value)
          if kind == "json":
              return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
          return value

      def rows():
          for feature in features():
              values = dict(feature["properties"], id=feature["id"])
              row = {name: converted(kind, values[name]) if name in values else None for name, kind in kinds.items()}
              row["geometry"] = struct.pack("<BIdd", 1, 1, *feature["geometry"]["coordinates"])
              yield row

      column = {"encoding": "WKB", "geometry_types": ["Point"]}
      if west <= east:
          column["bbox"] = [west, south, east, north]
      geo = json.dumps({"version": "1.1.0", "primary_column": "geometry", "columns": {"geometry": column}})

      def write_with_pyarrow():
          import pyarrow, pyarrow.parquet
          types = {"instant": pyarrow.timestamp("ms", "UTC"), "boolean": pyarrow.bool_(), "integer": pyarrow.int64(),
                   "number": pyarrow.float64(), "list": pyarrow.list_(pyarrow.string())}
          fields = [(name, types.get(kind, pyarrow.string())) for name, kind in kinds.items()]
          schema = pyarrow.schema(fields + [("geometry", pyarrow.binary())], metadata={"geo": geo})
          with pyarrow.parquet.ParquetWriter(target, schema, compression="zstd") as writer:
              group = []
              for row in rows():
                  group.append(row)
                  if len(group) == 50_000:
                      writer.write_table(pyarrow.Table.from_pylist(group, schema))
                      group = []
              if group:
                  writer.write_table(pyarrow.Table.from_pylist(group, schema))

      def write_with_duckdb():
          import duckdb
          types = {"instant": "TIMESTAMPTZ", "boolean": "BOOLEAN", "integer": "BIGINT", "number": "DOUBLE",
                   "list": "VARCHAR[]"}
          flat = source + ".rows"
          with open(flat, "w", encoding="utf-8") as lines:
              for row in rows():
                  row["geometry"] = row["geometry"].hex()
                  lines.write(json.dumps(row, default=str, ensure_ascii=False) + "\\n")
          columns = {name: types.get(kind, "VARCHAR") for name, kind in kinds.items()}
          columns["geometry"] = "VARCHAR"
          duckdb.connect().execute(
              "COPY (SELECT * REPLACE (unhex(geometry) AS geometry) FROM read_json(" + text(flat)
              + ", format = 'newline_delimited', columns = {"
              + ", ".join(text(name) + ": " + text(type) for name, type in columns.items()) + "})) TO " + text(target)
              + " (FORMAT parquet, COMPRESSION zstd, KV_METADATA {geo: " + text(geo) + "})")
          os.unlink(flat)

      def text(value):
          return "'" + value.replace("'", "''") + "'"

      try:
          import pyarrow.parquet
          write = write_with_pyarrow
      except ImportError:
          try:
              import duckdb
              write = write_with_duckdb
          except ImportError:
              sys.exit("install one of the Python packages pyarrow and duckdb")
      write()
      """
}
