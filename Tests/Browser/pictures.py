"""Pictures for the documentation."""
import io, os

from PIL import Image

from . import catalogs, conversations, hosting, moderating
from .couches import budapest
from .stage import phone

folder = os.path.join(catalogs.root, "docs", "pictures")
wide = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
most = 200_000


def in_evening(visit):
    visit.go("?view=46.5446,24.562,14&show=evening")
    visit.becomes(lambda: visit.count("#map .stop"), lambda count: count > 0, "an evening")


def in_when(visit):
    visit.go(budapest)
    visit.open_menu("when")


def in_detail(visit):
    visit.go("?view=48.7745,9.1765,15&id=stuttgart-tintenfass")
    visit.shows(".hours-week")


def in_europe(visit):
    visit.go("?view=49,10,5")


def in_old_town(visit):
    visit.go("?view=48.7745,9.1765,15")


def in_empty(visit):
    visit.go("?view=48.7758,9.1729,14&kind=bar&tag=games&max-price=3&currency=EUR&open=now")
    visit.shows(".relax")


def in_messages(visit):
    server = visit.server
    place = {"lat": 48.77545, "lon": 9.1755, "name": "Brunnenwirt", "address": "Leonhardsplatz 25"}
    for by, message in (
        ("ana", {"text": "The sofa is yours. When do you come?"}),
        ("bela", {"text": "At nine. Is there something open nearby?"}), ("ana", {"location": place}),
        ("bela", {"text": "See you there!"}),
    ):
        conversations.write(server, by, **message)
    visit.go(f"?view=48.7745,9.1765,15&show=messages&item={conversations.conversation(server)}")
    visit.click('[data-act="on-map"]')
    visit.shows("#map .origin")
    visit.settle()


def in_booking(visit):
    visit.go("?view=47.4979,19.0402,13&stay=2026-12-08..2026-12-10&id=budapest-duna-part")
    visit.tap(".handle")
    visit.shows('[data-act="book"]')
    visit.page.locator(".book").scroll_into_view_if_needed()


def in_hosting(visit):
    hosting.couch(visit.server, "hosted-couch")
    for arrival, departure in ("2026-12-01", "2026-12-03"), ("2026-12-18", "2026-12-21"):
        hosting.book(visit.server, "hosted-couch", arrival, departure)
    visit.go("?view=48.7745,9.1765,15&show=hosting")
    visit.shows(".own-part .row")


def in_reports(visit):
    server = visit.server
    closed = "It has closed for good: the windows are boarded up."
    for by, bar, reason, text in (
        ("ana", "stuttgart-brennglas", "wrong", closed), ("bela", "stuttgart-brennglas", "wrong", "Nobody opens."),
    ):
        form = {"listing": bar, "reason": reason, "text": text}
        server.send("POST", "/v1/reports", form, by=by)
    number = conversations.write(server, "ana", text="Cheap watches at watches.example!")
    moderating.report(server, "bela", "spam", message=number)
    visit.go("?view=48.7745,9.1765,15&show=reports")
    visit.shows(".report-message")


pictures = [
    ("start", "demo", in_old_town, wide), ("detail", "demo", in_detail, wide), ("when", "demo", in_when, wide),
    ("empty", "demo", in_empty, wide), ("evening", "demo", in_evening, wide),
    ("dark", "demo", in_old_town, {**wide, "color_scheme": "dark"}),
    ("phone", "demo", in_old_town, {**phone, "reduced_motion": "reduce"}),
    ("clusters", "large", in_europe, wide),
]
"""The name, the catalog, what is shown, and how large."""

own_pictures = [
    ("messages", "bela", in_messages, wide), ("hosting", "ana", in_hosting, wide),
    ("booking", "bela", in_booking, {**phone, "reduced_motion": "reduce"}), ("reports", "edda", in_reports, wide),
]
"""The same of what members see: the name, the member, what is shown, and how large."""


def settle(visit):
    """Waits for fonts and for what is drawn, and hides what blinks."""
    visit.until("() => document.fonts.ready.then(() => true)")
    visit.until(
        "() => !document.querySelector('.is-loading, [aria-busy=true], .leaflet-tile:not(.leaflet-tile-loaded)')")
    visit.until("() => document.querySelectorAll('.leaflet-tile-loaded').length > 3")
    visit.page.mouse.move(2, 2)
    visit.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def reduced(data):
    """A PNG with a palette, with as many colors as fit."""
    picture = Image.open(io.BytesIO(data)).convert("RGB")
    for colours in 256, 128, 64, 32:
        file = io.BytesIO()
        picture.quantize(colours, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
        if file.tell() < most:
            break
    return file.getvalue()


def draw(stage, name, visit, enter):
    enter(visit)
    settle(visit)
    data = reduced(visit.page.screenshot(animations="disabled", caret="hide"))
    path = os.path.join(folder, f"page-{name}.png")
    if not os.path.exists(path) or open(path, "rb").read() != data:
        with open(path, "wb") as file:
            file.write(data)
    print(f"docs/pictures/page-{name}.png: {len(data) // 1000} kB", flush=True)
    stage.leave()


def update(stage):
    for name, catalog, enter, options in pictures:
        draw(stage, name, stage.tab(stage.server(catalog), **options), enter)
    moderating.staff(stage.people())
    for name, member, enter, options in own_pictures:
        draw(stage, name, stage.member(member, **options), enter)
