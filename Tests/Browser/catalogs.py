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


def of(listings, *options):
    """A catalog of these listings; the options are those of their import."""

    def make(program, catalog):
        lines = f"{catalog}.jsonl"
        with open(lines, "w") as file:
            file.writelines(json.dumps(listing, ensure_ascii=False) + "\n" for listing in listings)
        run(program, catalog, "import", "--source", "odd", *options, lines)

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
one_place = [
    *({**bar(f"bar-{index}", 20, 20), "name": f"Bar {index}"} for index in range(6)), bar("other", 20.0003, 20),
]
without_prices = [bar(f"bar-{index}", 20 + 0.001 * index, 20, openingHours="Mo-Su 18:00-02:00") for index in range(5)]


def added(program, catalog):
    """Bars that are new this week, new this month, and older."""
    times = {"week": "2026-11-25T12:00:00+01:00", "month": "2026-11-10T12:00:00+01:00", "old": "2026-09-01T12:00:00Z"}
    for index, (name, time) in enumerate(times.items()):
        of([bar(name, 48.137, 11.57 + 0.005 * index)], "--now", time)(program, catalog)


area = "Old town <b>"
"""The name of an area that holds three of the bars without prices."""


def with_area(program, catalog):
    of(without_prices)(program, catalog)
    corners = [(19.998, 19.9985), (20.002, 19.9985), (20.002, 20.0025), (19.998, 20.0025), (19.998, 19.9985)]
    shape = {"type": "Polygon", "coordinates": [corners]}
    with open(f"{catalog}.geojson", "w") as file:
        json.dump({"type": "Feature", "properties": {"name": area}, "geometry": shape}, file)
    run(program, catalog, "areas", "import", file.name, "--name-property", "name")


def named(program, catalog):
    """Names that look like wishes, and places with names in several languages, in a region and a country."""
    of(look_alikes)(program, catalog)
    paths = [f"{catalog}.{name}.txt" for name in ("places", "countries", "regions")]
    for path, lines in zip(paths, (places, countries, regions)):
        with open(path, "w") as file:
            file.writelines("\t".join(line) + "\n" for line in lines)
    run(program, catalog, "gazetteer", "import", *paths)


def place_line(number, name, others, lat, lon, country, region, population):
    cells = [str(number), name, name, others, str(lat), str(lon), "P", "PPL", country, "", region, "", "", ""]
    return [*cells, str(population), "", "", "Europe/Brussels", "2026-01-01"]


hostless = [
    {**bar("hostless", 48.1353, 11.5763, guests=2, url="https://stays.example/42"), "kind": "couch"},
]

def couch(identifier, lon, price, new_year=None):
    rates = [{"from": "2026-12-29", "to": "2027-01-02", "price": new_year}] if new_year is not None else []
    return {**bar(identifier, 48.1373, lon, guests=2, price=price, currency="EUR", nightlyRates=rates), "kind": "couch"}


nights = [
    couch("always-40", 11.57, 40), couch("new-year-95", 11.575, 45, 95), couch("new-year-45", 11.58, 60, 45),
    couch("gratis", 11.585, 0), bar("bar-5", 48.139, 11.575, price=5, currency="EUR"),
    bar("bar-60", 48.139, 11.58, price=60, currency="EUR"),
]

look_alikes = [
    bar("the-free-bar", 48.1391, 11.5802, openingHours="Mo-Su 18:00-02:00"),
    {**bar("sofa-market", 48.1353, 11.5763, guests=2), "kind": "couch"},
    bar("open-late", 48.1361, 11.5733), bar("bar", 48.137, 11.575), bar("free-bar", 48.138, 11.574),
    {**bar("antwerp-sofa", 51.221, 4.401, guests=2, price=50, currency="EUR"), "kind": "couch"},
]
for listing, name in zip(look_alikes, ("The Free Bar", "Sofa near the market", "Open Late", "Bar", "Free Bar", "Sofa")):
    listing["name"] = name
places = [
    place_line(2803138, "Antwerpen", "Antwerp,Anvers,Amberes", 51.22047, 4.40026, "BE", "VLG", 459805),
    place_line(2800931, "Brugge", "Bruges,Brugges", 51.20892, 3.22424, "BE", "VLG", 116709),
    place_line(2792413, "Liège", "Luik", 50.63373, 5.56749, "BE", "WAL", 182597),
    place_line(3176959, "Florence", "Firenze,Florenz", 43.77925, 11.24626, "IT", "16", 349296),
]
countries = [["BE", "BEL", "056", "BE", "Belgium", *[""] * 10, "nl-BE,fr-BE,de-BE", "2802361"]]
regions = [["BE.VLG", "Flanders", "Flanders", "3337388"], ["BE.WAL", "Wallonia", "Wallonia", "3337387"]]


makers = {
    "demo": demo, "large": generated(20_000), "million": generated(1_000_000), "meridian": of(meridian), "odd": of(odd),
    "without-hours": of(without_hours), "without-prices": of(without_prices), "area": with_area,
    "one-place": of(one_place),
    "named": named, "nights": of(nights), "hostless": of(hostless), "added": added,
    "empty": None,
}
"""By name; None for a catalog that the server makes."""


def path(program, name, temporary):
    """The catalog with a name, created if it does not exist. The catalog of a million is stored."""
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
