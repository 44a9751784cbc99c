"""The map under the pins: of every kind that the setting base-map takes, and without one."""
import contextlib, gzip, os, tempfile

from . import catalogs, tiles
from .checks import check, equal
from .sight import Sight, names, sees, theme, writer, writes
from .stage import phone
from .tiles import beside, place, world

credit = "© Somebody", "https://somebody.example/terms"
somebody = f'<a href="{credit[1]}">{credit[0]}</a>'
red, dimmed, blue = "#c03020", "#862216", "#2050c0"

small = {"viewport": {"width": 1000, "height": 640}}

try_hosts = """async (address) => {
  const image = Object.assign(new Image(), { src: address });
  return Promise.all([
    fetch(address).then(() => 'fetched', () => 'refused'), image.decode().then(() => 'shown', () => 'refused'),
  ]);
}"""


@contextlib.contextmanager
def serving(stage, name, *settings):
    server = stage.own_server(name, settings)
    try:
        yield server
    finally:
        server.end()


# MARK: Another server


def elsewhere(stage, ending, zoom, there, other, colour, allowed):
    """The page contacts one other server, sends it little, and can be used without it."""
    address = there.origin + "/{z}/{x}/{y}" + ending
    with serving(stage, "without-hours", "--base-map", address, "--base-map-attribution", somebody) as server:
        visit = stage.visit("?view=20.002,20,16&text=bar", server, worker=True, **small)
        free = [((20.002, 20), right, down, colour) for right, down in ((-250, -150), (250, 150), (280, -90))]
        sees(visit, "tiles of another server", free)
        names(visit, credit)
        equal(server.hosts(), {name: [there.origin] for name in allowed}, "hosts of the policy")
        x, y = map(int, world((20.002, 20), zoom))
        check(f"/{zoom}/{x}/{y}{ending}" in [path for path, _ in there.asked], f"what is asked: {there.asked[:9]}")
        equal({referrer for _, referrer in there.asked}, {f"{server.url}/"}, "the referrers sent to the other server")
        equal(visit.unexpected, [], "before others are tried")
        visit.expected = ["Content Security Policy", "Failed to load resource", "of the base map: Failed to fetch"]
        equal(visit.page.evaluate(try_hosts, other.origin + "/1/1/1.png"), ["refused"] * 2, "a third server")
        equal(other.asked, [], "what a third server is asked")
        tiles.end(there)
        visit.go("?view=20.002,20,14")
        equal(visit.total, 5, "listings without the other server")
        visit.click('.pin:not(.is-dot) .pin-body')
        visit.shows(".detail .actions")
        with visit.new_answer():
            visit.click(".leaflet-control-zoom-in")
        equal(visit.count("#map .pin"), 5, "pins without the other server")


def pictures_from_elsewhere(stage):
    tile = tiles.picture(red)
    with tiles.server(lambda *_: tile, "image/png") as there, tiles.server(lambda *_: tile, "image/png") as other:
        elsewhere(stage, ".png", 16, there, other, red, ["img-src"])


def shapes_from_elsewhere(stage):
    with tiles.server(tiles.lake, tiles.shape_type) as there, tiles.server(tiles.lake, "image/png") as other:
        elsewhere(stage, ".mvt", 14, there, other, theme("light")["water"], ["connect-src"])


def several_names(stage):
    """Servers with several names share the tiles."""
    shapes = tiles.lake(1, 0, 0)
    for ending, kind, body in (".png", "image/png", tiles.picture(red)), (".pbf", tiles.shape_type, shapes):
        address = "https://{s}.tiles.example/{z}/{x}/{y}" + ending
        with serving(stage, "empty", "--base-map", address, "--base-map-attribution", somebody) as server:
            visit, asked = stage.tab(server, **small), set()
            visit.expected = [r"^asked another host: https://[abc]\.tiles\.example/"]

            def answer(route):
                asked.add(route.request.url.split(".")[0])
                headers = {"Content-Type": kind, "Access-Control-Allow-Origin": "*"}
                route.fulfill(body=body, headers=headers)

            visit.page.route("https://*.tiles.example/**", answer)
            visit.go("?view=20.002,20,15")
            visit.becomes(lambda: sorted(asked), [f"https://{name}" for name in "abc"], "the names that are asked")
            equal({each for found in server.hosts().values() for each in found}, {"https://*.tiles.example"}, "hosts")


# MARK: Files


def file_of_pictures(stage):
    """One tile of each zoom is red: it has to be where its place is."""
    middle, zooms = (47.5, 19.04), range(6, 13)
    made = {(z, x, y): tiles.picture(red if holds else blue) for z, x, y, holds in tiles.around(middle, zooms, 3)}
    about = {"name": "Red", "format": "png", "minzoom": "6", "maxzoom": "12", "bounds": "18.8,47.3,19.3,47.7"}
    path = os.path.join(tempfile.mkdtemp(dir=stage.temporary), "red.mbtiles")
    tiles.mbtiles(path, {**about, "attribution": somebody}, made)
    x, y = map(int, world(middle, 12))
    corner, opposite = place(x, y, 12), place(x + 1, y + 1, 12)
    edges = [(corner, right, down, red if right == down == 4 else blue) for right in (-4, 4) for down in (-4, 4)]
    with serving(stage, "empty", "--base-map", path) as server:
        equal(server.hosts(), {}, "hosts of the policy")
        centre = place(x + 0.5, y + 0.5, 12)
        visit = stage.visit(f"?view={centre[0]},{centre[1]},12", server, **small)
        sees(visit, "a tile at its place", [*edges, (opposite, -4, -4, red), (opposite, 4, 4, blue)])
        names(visit, credit)
        visit.page.emulate_media(color_scheme="dark")
        sees(visit, "darker", [(corner, 90, 90, dimmed)])
        visit.page.emulate_media(color_scheme="light")
        for zoom in 14, 19:
            visit.go(f"?view={corner[0]},{corner[1]},{zoom}")
            sees(visit, f"larger than the file has it, at zoom {zoom}", [*edges, (corner, 90, 90, red)])
        visit.go(f"?view={middle[0]},{middle[1]},7")
        sees(visit, "a tile of another zoom", [(middle, red), (middle, 256, 0, blue)])
        visit.go(f"?view={middle[0]},{middle[1]},5")
        light = theme("light")
        land = middle, 40, -30, light["land"]
        sees(visit, "outlines where the file has none", [land, ((43.0, 15.5), light["water"])])
        names(visit, ("Natural Earth", "https://www.naturalearthdata.com/"))
        with visit.page.expect_response("**/tiles/base/**") as answer:
            visit.go("?view=10,20,9")
        equal(answer.value.status, 204, "a tile that the file lacks")
        equal(visit.total, 0, "the page outside of the file")


middle = place(8610, 5638, 14)
"""A corner where four tiles of zoom 14 meet."""


def around(*points):
    """Places by pixels of zoom 15 from the middle."""
    return [beside(middle, 15, right, down) for right, down in points]


town = [
    ("water", 3, {"class": "lake"}, around((-150, -100), (-50, -100), (-50, 100), (-150, 100))),
    ("transportation", 2, {"class": "primary"}, around((-300, 150), (300, 150))),
    ("place", 1, {"class": "village", "name": "Teichdorf"}, around((10, -60))),
]


def drawn(visit, colours, text):
    """The lake, the road and the name of the town are where they belong."""
    land, water, road = colours["land"], colours["water"], colours["main"]
    inside, outside = ((-147, -97), (-53, 97), (-100, 0)), ((-153, 0), (-47, 0), (-100, -103), (-100, 103))
    points = [*((point, water) for point in inside), *((point, land) for point in outside)]
    points += [((-60, 150), road), ((0, 150), road), ((90, 150), road), ((0, 140), land), ((0, 160), land)]
    sees(visit, text, [(*around(point), colour) for point, colour in points])
    sizes = lambda: [
        Sight(visit).count(colours["text"], middle, *box)
        for box in ((-40, -72, 0, -48), (0, -72, 60, -48), (-40, 20, 60, 60))]
    # Its letters are on two tiles.
    visit.becomes(sizes, lambda found: found[0] > 20 and found[1] > 20 and not found[2], f"{text}: the name")


def file_of_shapes(stage):
    """A lake over the seam of two tiles, a road, and the name of a village; light, dark, on a phone."""
    about = {"name": "Town", "format": "pbf", "minzoom": "0", "maxzoom": "14", "attribution": somebody}
    made = {(z, x, y): gzip.compress(tiles.shapes(town, z, x, y)) for z, x, y, _ in tiles.around(middle, range(15))}
    path = tiles.mbtiles(os.path.join(tempfile.mkdtemp(dir=stage.temporary), "town.mbtiles"), about, made)
    light, dark, view = theme("light"), theme("dark"), f"?view={middle[0]},{middle[1]},"
    with serving(stage, "empty", "--base-map", path) as server:
        equal(server.hosts(), {}, "hosts of the policy")
        visit = writer(stage, server, view + "15", **small)
        drawn(visit, light, "light")
        writes(visit, "Teichdorf")
        names(visit, credit)
        visit.page.emulate_media(color_scheme="dark")
        drawn(visit, dark, "dark")
        visit.page.emulate_media(color_scheme="light")
        visit.click(".leaflet-control-zoom-in")
        visit.becomes(lambda: visit.view()[2], 16, "zoom")
        lake = [(*around(point), colour) for point, colour in (((-100, 0), light["water"]), ((-40, 0), light["land"]))]
        sees(visit, "larger", lake)
        visit.go("?view=44,9,7")
        sees(visit, "the sea of a file without one", [((43.3, 8.8), light["water"]), ((45.2, 8.8), light["land"])])
        visit.go(view + "5")
        writes(visit, "Germany")
        visit = stage.visit(view + "15", server, **phone)
        drawn(visit, light, "a phone with twice the pixels")
        equal(visit.page.eval_on_selector("canvas.leaflet-tile", "one => one.width"), 512, "pixels of a tile")
        names(visit, credit)


# MARK: Without a base map


def outlines(stage):
    """Countries with their names, lakes, and the areas of the catalog."""
    server = stage.server("area")
    equal(server.hosts(), {}, "hosts of the policy")
    visit = writer(stage, server, "?view=50,10,5", **small)
    for scheme in "dark", "light":
        visit.page.emulate_media(color_scheme=scheme)
        colours = theme(scheme)
        sees(visit, scheme, [((52.3, 9.5), colours["land"]), ((54.6, 6.5), colours["water"])])
    for name in "Germany", "France":
        writes(visit, name)
    names(visit, ("Natural Earth", "https://www.naturalearthdata.com/"))
    visit.go("?view=47.6,9.4,9")
    sees(visit, scheme, [((47.62, 9.4), colours["water"]), ((47.9, 9.75), colours["land"])])
    visit.go("?view=20.0005,20,16")
    sight = Sight(visit)
    visit.becomes(lambda: visit.texts(".area-name"), [catalogs.area], "the area's name")
    line = visit.page.locator("#map path.area").bounding_box()
    box = visit.page.locator("#map").bounding_box()
    (west, north), (east, south) = (sight.pixel(at) for at in ((20.0025, 19.998), (19.9985, 20.002)))
    found = line["x"] - box["x"], line["y"] - box["y"], line["width"], line["height"]
    wanted = west, north, east - west, south - north
    check(all(abs(one - other) < 4 for one, other in zip(found, wanted)), f"the area: {found}, not {wanted}")
    visit.go("?view=20.0005,20,14")
    visit.shows("#map path.area")
    visit.becomes(lambda: visit.texts(".area-name"), [], "the name of a small area")
