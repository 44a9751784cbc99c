"""Plain SQLite (R-tree and haversine in SQL), and the same tables with SpatiaLite's geometries and distance."""
import os
import sqlite3

from listings import EARTH_METERS, box, day, seconds


class SQLiteByHand:
    name, tolerance = "sqlite-hand", 0.001
    distance = (f"2 * {EARTH_METERS} * asin(sqrt(pow(sin(radians(l.lat - :lat) / 2), 2) + "
                "cos(radians(:lat)) * cos(radians(l.lat)) * pow(sin(radians(l.lon - :lon) / 2), 2)))")
    # Not a join: for a join the planner builds a Bloom filter over the whole table in each query.
    nearby = ("listing l WHERE l.id IN (SELECT id FROM place WHERE north >= :south AND south <= :north "
              "AND east >= :west AND west <= :east)")

    def __init__(self, folder):
        self.path = os.path.join(folder, f"{self.name}.db")
        self.db = sqlite3.connect(self.path)
        self.db.executescript("PRAGMA cache_size = -262144; PRAGMA synchronous = OFF; PRAGMA mmap_size = 2147483648;")

    def load(self, listings):
        self.db.executescript("""
            CREATE TABLE listing (id INTEGER PRIMARY KEY, kind TEXT, lat REAL, lon REAL, price REAL, currency TEXT,
              starts INTEGER, ends INTEGER, guests INTEGER, min_nights INTEGER, max_nights INTEGER);
            CREATE TABLE tag (tag TEXT, id INTEGER, PRIMARY KEY (tag, id)) WITHOUT ROWID;
            CREATE TABLE tag_of (id INTEGER, tag TEXT, PRIMARY KEY (id, tag)) WITHOUT ROWID;
            CREATE TABLE taken (id INTEGER, first INTEGER, until INTEGER, PRIMARY KEY (id, first)) WITHOUT ROWID;""")
        with self.db:
            self.db.executemany("INSERT INTO listing VALUES (?,?,?,?,?,?,?,?,?,?,?)", (
                (l.number, l.kind, l.lat, l.lon, l.price, l.currency, l.starts, l.ends, l.guests, l.min_nights,
                 l.max_nights) for l in listings))
            pairs = [(tag, l.number) for l in listings for tag in l.tags]
            self.db.executemany("INSERT INTO tag VALUES (?,?)", pairs)
            self.db.executemany("INSERT INTO tag_of VALUES (?2,?1)", pairs)
            self.db.executemany("INSERT INTO taken VALUES (?,?,?)", (
                (l.number, first, until) for l in listings for first, until in l.taken))
            self.index()
        self.db.execute("ANALYZE")

    def index(self):
        self.db.execute("CREATE VIRTUAL TABLE place USING rtree(id, south, north, west, east)")
        self.db.execute("INSERT INTO place SELECT id, lat, lat, lon, lon FROM listing ORDER BY round(lat, 1), lon")

    def ask(self, kind, query):
        """The numbers of the listings in order, or a count."""
        bound = self.bind(query)
        rows = self.db.execute(self.sql(kind), bound).fetchall()
        return rows[0][0] if kind == "count" else [row[0] for row in rows]

    def sql(self, kind):
        order = " ORDER BY d, l.id LIMIT :limit"
        if kind == "rare":
            return f"SELECT l.id, {self.distance} AS d FROM tag t JOIN listing l ON l.id = t.id WHERE t.tag = :tag" + order
        if kind == "events":
            return (f"SELECT l.id FROM {self.nearby} AND l.lat BETWEEN :south AND :north "
                    "AND l.lon BETWEEN :west AND :east AND l.kind = 'event' AND l.starts < :until AND l.ends > :since "
                    "ORDER BY l.starts, l.id LIMIT :limit")
        within = f"SELECT l.id, {self.distance} AS d FROM {self.nearby} AND d <= :radius"
        if kind == "nearest":
            return within + order
        if kind == "count":
            return f"SELECT count(*) FROM ({within})"
        if kind == "bars":
            return (within + " AND l.kind = 'bar' AND l.price <= :price AND (l.currency = 'EUR' OR l.price = 0) "
                    "AND EXISTS (SELECT 1 FROM tag_of t WHERE t.id = l.id AND t.tag IN (:tag, :other))" + order)
        return (within + " AND l.kind = 'couch' AND l.guests >= :guests AND :until - :since BETWEEN l.min_nights AND "
                "l.max_nights AND NOT EXISTS (SELECT 1 FROM taken n WHERE n.id = l.id AND n.first < :until "
                "AND n.until > :since)" + order)

    def bind(self, query):
        bound = {"limit": query["limit"]}
        if "near" in query:
            bound.update(query["near"])
        if "radius" in query:
            bound["radius"] = query["radius"]
            sides = box(bound["lat"], bound["lon"], query["radius"])
            bound.update(zip(("south", "west", "north", "east"), sides))
        if "within" in query:
            bound.update(zip(("west", "south", "east", "north"), query["within"]["bbox"]))
            bound.update(since=seconds(query["during"]["from"]), until=seconds(query["during"]["to"]))
        if "stay" in query:
            stay = query["stay"]
            bound.update(since=day(stay["from"]), until=day(stay["to"]), guests=stay["guests"])
        tags = query.get("tags", {})
        bound.update(zip(("tag", "other"), tags.get("any", []) + tags.get("all", [])))
        if "price" in query:
            bound["price"] = query["price"]["max"]
        return bound

    def close(self):
        self.db.close()


class SpatiaLite(SQLiteByHand):
    name = "spatialite"
    distance = "ST_Distance(l.geom, MakePoint(:lon, :lat, 4326), 0)"
    nearby = ("listing l WHERE l.id IN (SELECT pkid FROM idx_listing_geom WHERE ymax >= :south AND ymin <= :north "
              "AND xmax >= :west AND xmin <= :east)")

    def __init__(self, folder):
        super().__init__(folder)
        if not hasattr(self.db, "enable_load_extension"):
            raise RuntimeError("this Python cannot load SQLite extensions; try the one of the system")
        self.db.enable_load_extension(True)
        self.db.load_extension("mod_spatialite")

    def index(self):
        self.db.execute("SELECT InitSpatialMetaDataFull(0, 'WGS84')")
        self.db.execute("SELECT AddGeometryColumn('listing', 'geom', 4326, 'POINT', 'XY')")
        self.db.execute("UPDATE listing SET geom = MakePoint(lon, lat, 4326)")
        self.db.execute("SELECT CreateSpatialIndex('listing', 'geom')")
