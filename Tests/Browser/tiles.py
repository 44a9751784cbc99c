"""Tiles that stories make, and a server that gives them."""
import contextlib, gzip, http.server, io, math, re, sqlite3, threading

from PIL import Image

side = 256
"""Pixels of a tile."""

shape_type = "application/vnd.mapbox-vector-tile"
"""Of shapes."""


def world(place, zoom):
    """Where a place is on the map of the whole world; tiles."""
    latitude, longitude = place
    return (longitude / 360 + 0.5) * 2**zoom, (0.5 - math.asinh(math.tan(math.radians(latitude))) / math.tau) * 2**zoom


def place(x, y, zoom):
    """The other way round."""
    return math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * y / 2**zoom)))), (x / 2**zoom - 0.5) * 360


def beside(middle, zoom, right, down):
    """The place at an offset in pixels from another one."""
    x, y = world(middle, zoom)
    return place(x + right / side, y + down / side, zoom)


# MARK: Making tiles


def picture(colour):
    """A tile of one color."""
    file = io.BytesIO()
    Image.new("RGB", (side, side), colour).save(file, "PNG")
    return file.getvalue()


def number(value):
    """A number as protocol buffers have it."""
    low, high = value & 127, value >> 7
    return bytes([low | 128]) + number(high) if high else bytes([low])


def field(key, value):
    if isinstance(value, int):
        return number(key << 3) + number(value)
    content = value.encode() if isinstance(value, str) else value
    return number(key << 3 | 2) + number(len(content)) + content


def commands(kind, points):
    """The geometry of a feature: 1 a point, 2 a line, 3 a ring."""
    steps, at = [], (0, 0)
    for index, point in enumerate(points):
        if index < 2:
            steps.append(1 << 3 | 1 if index == 0 else len(points) - 1 << 3 | 2)
        steps += ((new - old) * 2 if new >= old else (old - new) * 2 - 1 for new, old in zip(point, at))
        at = point
    return b"".join(map(number, steps + [1 << 3 | 7] * (kind == 3)))


def shapes(features, z, x, y):
    """A Mapbox Vector Tile: features are a layer, a kind, properties, and places."""
    layers = {}
    for name, kind, properties, places in features:
        found, words = layers.setdefault(name, ([], []))
        tags = b"".join(number(len(words) + index) * 2 for index in range(len(properties)))
        words += properties.items()
        at = [world(each, z) for each in places]
        points = [(round((right - x) * 4096), round((down - y) * 4096)) for right, down in at]
        found.append(field(2, field(2, tags) + field(3, kind) + field(4, commands(kind, points))))
    return b"".join(
        field(3, field(15, 2) + field(1, name) + b"".join(found) + b"".join(field(3, key) for key, _ in words)
              + b"".join(field(4, field(1, value)) for _, value in words) + field(5, 4096))
        for name, (found, words) in layers.items())


def lake(z, x, y):
    """A tile full of water."""
    corners = [place(x + right, y + down, z) for right, down in ((0, 0), (1, 0), (1, 1), (0, 1))]
    return shapes([("water", 3, {"class": "lake"}, corners)], z, x, y)


def mbtiles(path, metadata, tiles):
    """A file of tiles by z, x, y; it counts rows from the south."""
    with contextlib.closing(sqlite3.connect(path)) as file:
        file.execute("CREATE TABLE metadata (name text, value text)")
        file.execute("CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob)")
        file.executemany("INSERT INTO metadata VALUES (?, ?)", metadata.items())
        rows = [(z, x, 2**z - 1 - y, data) for (z, x, y), data in tiles.items()]
        file.executemany("INSERT INTO tiles VALUES (?, ?, ?, ?)", rows)
        file.commit()
    return path


def around(middle, zooms, reach=2):
    """The tiles round a place: z, x, y, and whether it holds the place."""
    for z in zooms:
        x, y = map(int, world(middle, z))
        for right in range(-reach, reach + 1):
            for down in range(-reach, reach + 1):
                if 0 <= x + right < 2**z and 0 <= y + down < 2**z:
                    yield z, x + right, y + down, not right and not down


# MARK: Another server


@contextlib.contextmanager
def server(tile, kind):
    """Serves the result of `tile` for z, x and y to pages of all servers, and records the requests."""

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            there.asked.append((self.path, self.headers["Referer"]))
            data = gzip.compress(tile(*map(int, re.findall(r"\d+", self.path)[:3])))
            self.send_response(200)
            headers = {"Content-Type": kind, "Content-Encoding": "gzip", "Content-Length": str(len(data))}
            for name, value in {**headers, "Access-Control-Allow-Origin": "*"}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_):
            pass

    there = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    there.asked, there.origin = [], f"http://127.0.0.1:{there.server_port}"
    threading.Thread(target=there.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield there
    finally:
        end(there)


def end(there):
    there.shutdown()
    there.server_close()
