"""The catalogs that stories use, each made once."""
import fcntl, json, os, subprocess

root = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
folder = os.path.join(root, ".build", "page-tests")
datasets = os.path.join(root, "datasets")


def run(program, catalog, *arguments):
    """What a command prints."""
    done = subprocess.run([program, *arguments, "--catalog", catalog], capture_output=True, text=True)
    if done.returncode != 0:
        printed = (done.stderr or done.stdout)[:500]
        raise RuntimeError(f"vicinity {' '.join(arguments)}: exit {done.returncode}: {printed}")
    return done.stdout


def demo(program, catalog):
    names = sorted(name for name in os.listdir(datasets) if name.endswith(".jsonl") and name != "queries.jsonl")
    run(program, catalog, "import", *(os.path.join(datasets, name) for name in names))
    run(program, catalog, "gazetteer", "import", os.path.join(datasets, "cities.csv"))


def generated(count):
    def make(program, catalog):
        lines = f"{catalog}.jsonl"
        subprocess.run([program, "generate", "listings", "--count", str(count), "--output", lines], check=True)
        run(program, catalog, "import", "--source", "generated", lines)
        os.remove(lines)

    return make


def of(listings):
    """A catalog of these listings; of none without any."""

    def make(program, catalog):
        lines = f"{catalog}.jsonl"
        with open(lines, "w") as file:
            file.writelines(json.dumps(listing, ensure_ascii=False) + "\n" for listing in listings)
        run(program, catalog, "import", "--source", "odd", lines)

    return make


def bar(identifier, lat, lon, **others):
    return {"id": identifier, "kind": "bar", "name": identifier, "lat": lat, "lon": lon, **others}


meridian = [
    bar("taveuni", -16.8, 179.95), bar("rabi", -16.5, 179.99),
    bar("cikobia", -16.7, -179.95), bar("vanua-balavu", -17.2, -179.0),
    bar("north-pole", 89.9, 20), bar("south-pole", -89.9, -120), bar("alert", 82.5, -62.3),
]

texts = {
    "markup": "<img src=x onerror=\"document.title='broken'\"><script>document.title='broken'</script>",
    "quotes": "\"Zum 'Adler'\" & Söhne </h3>",
    "right-to-left": "مقهى البحر الأزرق",
    "hebrew": "בר הים 42",
    "emoji": "🍸🎷 Jazz 👩‍👩‍👧‍👦",
    "long": "Sehr" + "lang" * 60,
    "words": " ".join(["und so weiter"] * 20),
    "override": "abc\u202Egnp.exe",
}

identifiers = [
    "with/slash", "with%2Fpercent", "with space", "ünïcode-東京", "question?mark&amp=1", "hash#mark", "quote'\"",
    "dots/../up", "plus+and;semi,comma",
]

odd = [
    *({**bar(f"text-{name}", 10 + 0.001 * index, 10.001, tags=["<b>tag</b>" if name == "markup" else "plain"]),
       "name": text, "description": text, "address": text} for index, (name, text) in enumerate(texts.items())),
    *({**bar(identifier, 10 + 0.001 * index, 10.01), "name": f"Number {index}"}
      for index, identifier in enumerate(identifiers)),
    bar("links", 10.003, 10.02, url="javascript:alert(1)", phone="+49 711 1",
        links={"instagram": "https://fine.example/x", "evil": "javascript:alert(2)"}),
    bar("no-address", 10.0035, 10.02, url="https://"),
    bar("own-fields", 10.004, 10.02, stars="<i>five</i>"),
    bar("odd-tags", 10.0045, 10.02, tags=["wine,beer", "100%", "cuisine:middle_eastern"]),
]

without_hours = [bar(f"bar-{index}", 20 + 0.001 * index, 20, price=4, currency="EUR") for index in range(5)]
without_prices = [bar(f"bar-{index}", 20 + 0.001 * index, 20, openingHours="Mo-Su 18:00-02:00") for index in range(5)]

area = "Old town <b>"
"""The name of an area that holds three of the bars without prices."""


def with_area(program, catalog):
    of(without_prices)(program, catalog)
    corners = [(19.998, 19.9985), (20.002, 19.9985), (20.002, 20.0025), (19.998, 20.0025), (19.998, 19.9985)]
    shape = {"type": "Polygon", "coordinates": [corners]}
    with open(f"{catalog}.geojson", "w") as file:
        json.dump({"type": "Feature", "properties": {"name": area}, "geometry": shape}, file)
    run(program, catalog, "areas", "import", file.name, "--name-property", "name")


makers = {
    "demo": demo, "large": generated(20_000), "million": generated(1_000_000), "meridian": of(meridian), "odd": of(odd),
    "without-hours": of(without_hours), "without-prices": of(without_prices), "area": with_area,
    "empty": None,
}
"""By name; None for a catalog that the server makes."""


def path(program, name, temporary):
    """The catalog with a name, made if it is not there. The one of a million is kept."""
    place = folder if name == "million" else temporary
    catalog = os.path.join(place, f"{name}.gpkg")
    if makers[name]:
        with open(catalog + ".lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            make(program, name, place, catalog)
    return catalog


def make(program, name, place, catalog):
    if not os.path.exists(catalog):
        unfinished = os.path.join(place, f"new-{name}.gpkg")
        for end in "", "-wal", "-shm":
            if os.path.exists(unfinished + end):
                os.remove(unfinished + end)
        makers[name](program, unfinished)
        for end in "-wal", "-shm", "":
            if os.path.exists(unfinished + end):
                os.rename(unfinished + end, catalog + end)
