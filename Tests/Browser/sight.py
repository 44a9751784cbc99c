"""What a picture of the map shows."""
import io, os, re

from PIL import Image, ImageColor

from .catalogs import root
from .checks import check
from .tiles import side, world

credit = ".leaflet-control-attribution a"

keep_texts = """(() => {
  globalThis.written = [];
  const context = CanvasRenderingContext2D.prototype, write = context.fillText;
  context.fillText = function (text, ...place) { written.push(text); return write.call(this, text, ...place); };
})()"""
"""Keeps what is written on canvases."""

is_seen = """(selector) => {
  const one = document.querySelector(selector), { left, top, width, height } = one.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return hit === one || one.contains(hit);
}"""


def theme(name):
    """The colors of the page's own maps."""
    with open(os.path.join(root, "Sources/VicinityServer/Page/Site/map/basemap.js")) as file:
        block = re.search(rf"const {name} = {{(.*?)}};", file.read(), re.S).group(1)
    return dict(re.findall(r"(\w+): '(#\w+)'", block))


class Sight:
    """A picture of the map as it is now."""

    def __init__(self, visit):
        box = visit.page.locator("#map").bounding_box()
        self.image = Image.open(io.BytesIO(visit.page.screenshot(clip=box))).convert("RGB")
        self.ratio = self.image.width / box["width"]
        *self.middle, self.zoom = visit.view()

    def pixel(self, where, right=0, down=0):
        """The pixel at an offset from a place, in pixels of the page."""
        moves = zip(world(where, self.zoom), world(self.middle, self.zoom), (right, down), self.image.size)
        return tuple(round(((at - middle) * side + more) * self.ratio + size / 2) for at, middle, more, size in moves)

    def colour(self, *where):
        return self.image.getpixel(self.pixel(*where))

    def count(self, colour, where, left, up, right, down):
        """The number of pixels in a box next to a place that nearly have a color."""
        box = self.image.crop((*self.pixel(where, left, up), *self.pixel(where, right, down)))
        return sum(count for count, found in box.getcolors(box.width * box.height) if alike(found, colour, 24))


def alike(found, colour, most=3):
    return all(abs(one - other) <= most for one, other in zip(found, ImageColor.getrgb(colour)))


def sees(visit, text, points):
    """Waits until the map has colors at places; a point is a place, an optional offset in pixels, and a color."""

    def read():
        sight = Sight(visit)
        return [sight.colour(*where) for *where, _ in points]

    wanted = [colour for *_, colour in points]
    visit.becomes(read, lambda found: all(map(alike, found, wanted)), f"{text}: {', '.join(wanted)} is wanted")


def names(visit, *links):
    """The map names those who made it, with links, and nothing covers them."""
    found = lambda: visit.page.eval_on_selector_all(credit, "list => list.map((one) => [one.textContent, one.href])")
    visit.becomes(found, lambda all: set(links) <= set(map(tuple, all)), f"whom the map names, {links} is wanted")
    check(visit.page.evaluate(is_seen, credit), "nothing covers whom the map names")


def writer(stage, server, query, **options):
    """A visit that keeps what is written on the map."""
    visit = stage.tab(server, **options)
    visit.page.add_init_script(keep_texts)
    return visit.go(query)


def writes(visit, name):
    visit.until("name => written.includes(name)", name, f"{name} is not written on the map")
