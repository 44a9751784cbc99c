"""PostGIS: geography with GiST indexes, prepared statements."""
import io
from datetime import date

from listings import seconds

COLUMNS = "id, kind, lat, lon, price, currency, tags, starts, ends, guests, min_nights, max_nights, taken"
HERE = "ST_SetSRID(ST_MakePoint($1, $2), 4326)::geography"
NEAREST = f"ORDER BY geog <-> {HERE} LIMIT"
STATEMENTS = {
    "nearest": f"(float8, float8, float8, int) AS SELECT id FROM listing WHERE ST_DWithin(geog, {HERE}, $3, false) "
               f"{NEAREST} $4",
    "bars": f"(float8, float8, float8, int, text[], float8) AS SELECT id FROM listing WHERE kind = 'bar' "
            f"AND ST_DWithin(geog, {HERE}, $3, false) AND tags && $5 AND price <= $6 AND (currency = 'EUR' OR price = 0) "
            f"{NEAREST} $4",
    "events": "(float8, float8, float8, float8, int8, int8, int) AS SELECT id FROM listing WHERE kind = 'event' "
              "AND geom && ST_MakeEnvelope($1, $2, $3, $4, 4326) AND during && int8range($5, $6) "
              "ORDER BY starts, id LIMIT $7",
    "couches": f"(float8, float8, float8, int, date, date, int) AS SELECT id FROM listing WHERE kind = 'couch' "
               f"AND ST_DWithin(geog, {HERE}, $3, false) AND guests >= $7 AND $6 - $5 BETWEEN min_nights AND max_nights "
               f"AND NOT taken && daterange($5, $6) {NEAREST} $4",
    "count": f"(float8, float8, float8) AS SELECT count(*) FROM listing WHERE ST_DWithin(geog, {HERE}, $3, false)",
    "rare": f"(float8, float8, text[], int) AS SELECT id FROM listing WHERE tags @> $3 {NEAREST} $4",
}


class PostGIS:
    name, tolerance = "postgis", 0.001

    def __init__(self, connection):
        import psycopg2
        self.db = psycopg2.connect(connection)
        self.db.autocommit = True
        self.cursor = self.db.cursor()

    def load(self, listings):
        run = self.cursor.execute
        run("CREATE EXTENSION IF NOT EXISTS postgis; CREATE EXTENSION IF NOT EXISTS btree_gist; SET jit = off;")
        run("CREATE UNLOGGED TABLE raw (id int, kind text, lat float8, lon float8, price float8, currency text, "
            "tags text[], starts int8, ends int8, guests int, min_nights int, max_nights int, taken datemultirange)")
        self.cursor.copy_expert(f"COPY raw ({COLUMNS}) FROM STDIN", io.StringIO("".join(map(self.row, listings))))
        # Rows in Hilbert order, so that neighbors share pages.
        run("CREATE TABLE listing AS SELECT *, int8range(starts, ends) AS during, p::geography AS geog, p AS geom "
            "FROM (SELECT *, ST_SetSRID(ST_MakePoint(lon, lat), 4326) AS p FROM raw) r ORDER BY p")
        run("DROP TABLE raw; CREATE INDEX ON listing USING gist (geog); CREATE INDEX ON listing USING gin (tags)")
        run("CREATE INDEX ON listing USING gist (geom, during) WHERE kind = 'event'")
        for kind in ("bar", "couch"):
            run(f"CREATE INDEX ON listing USING gist (geog) WHERE kind = '{kind}'")
        run("VACUUM ANALYZE listing")
        for name, statement in STATEMENTS.items():
            run(f"PREPARE {name} {statement}")

    @staticmethod
    def row(l):
        def text(value):
            return "\\N" if value is None else str(value)
        nights = ",".join(f"[{date.fromordinal(a)},{date.fromordinal(b)})" for a, b in l.taken)
        tags = ",".join(f'"{tag}"' for tag in l.tags)
        fields = [l.number, l.kind, l.lat, l.lon, l.price, l.currency, f"{{{tags}}}", l.starts, l.ends, l.guests,
                  l.min_nights, l.max_nights, f"{{{nights}}}"]
        return "\t".join(map(text, fields)) + "\n"

    def ask(self, kind, query):
        """The numbers of the listings in order, or a count."""
        values = self.bind(kind, query)
        self.cursor.execute(f"EXECUTE {kind} ({','.join(['%s'] * len(values))})", values)
        rows = self.cursor.fetchall()
        return rows[0][0] if kind == "count" else [row[0] for row in rows]

    @staticmethod
    def bind(kind, query):
        if kind == "events":
            times = [seconds(query["during"][end]) for end in ("from", "to")]
            return query["within"]["bbox"] + times + [query["limit"]]
        place = [query["near"]["lon"], query["near"]["lat"]]
        if kind == "rare":
            return place + [query["tags"]["all"], query["limit"]]
        if kind == "count":
            return place + [query["radius"]]
        values = place + [query["radius"], query["limit"]]
        if kind == "bars":
            values += [query["tags"]["any"], query["price"]["max"]]
        if kind == "couches":
            values += [query["stay"]["from"], query["stay"]["to"], query["stay"]["guests"]]
        return values

    def close(self):
        self.db.close()
