"""Further parts of a listing: pictures, custom fields, votes."""
import struct, urllib.request, zlib

from . import catalogs
from .checks import check, equal
from .faults import failed

place = "?view=10.004,10.02,17&id=own-fields"
is_seen = "() => [...document.querySelectorAll('.pictures img')].map((one) => [one.complete, one.naturalWidth])"


def png(width, height):
    """A picture of one color."""
    def chunk(name, data):
        body = name + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = (b"\0" + b"\x20\x80\x60" * width) * height
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def with_more(stage):
    """A server whose listing has two pictures and three votes."""
    server = stage.own_server("odd")
    key = catalogs.run(stage.program, server.catalog, "key", "add", "pictures", "--scope", "import").strip()
    head = {"Authorization": f"Bearer {key}", "Content-Type": "image/png"}
    for width in 40, 60:
        urllib.request.urlopen(
            urllib.request.Request(f"{server.url}/v1/listings/own-fields/pictures", png(width, 30), head))
    for member, stars in ("ana", "5"), ("ben", "5"), ("eva", "2.5"):
        catalogs.run(stage.program, server.catalog, "rate", "own-fields", stars, "--member", member)
    return server


def more(stage):
    """Pictures, fields of its own, and the votes by stars; also without a connection."""
    server = with_more(stage)
    try:
        visit = stage.visit(place, server, worker=True)
        visit.expected = [failed]
        visit.becomes(lambda: visit.page.evaluate(is_seen), [[True, 40], [True, 60]], "the pictures")
        check("<i>five</i>" in visit.text(".detail-body"), "a field of its own, as text")
        rows = [text.replace("\u202f", " ") for text in visit.texts(".distribution tr")]
        equal(rows, ["5 ★2", "2.5 ★1"], "the votes by stars")
        visit.click(".detail .heart")
        kept = "() => caches.open('vicinity-favourites').then((cache) => cache.keys()).then((keys) => keys.length)"
        visit.becomes(lambda: visit.page.evaluate(kept), lambda count: count >= 5, "what the worker keeps")
        visit.page.context.set_offline(True)
        visit.page.reload()
        visit.becomes(
            lambda: visit.page.evaluate(is_seen), [[True, 40], [True, 60]], "the pictures without a connection")
    finally:
        server.end()
