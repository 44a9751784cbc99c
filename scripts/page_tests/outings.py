"""Somebody plans to go out."""
from .checks import check, equal
from .stage import phone
from .visit import chip

stuttgart = "?view=48.7758,9.1780,14&show="
mures = "?view=46.5446,24.562,14&show="

gpx = """<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
<trkpt lat="48.7840" lon="9.1810"/><trkpt lat="48.7760" lon="9.1780"/><trkpt lat="48.7700" lon="9.1750"/>
</trkseg></trk></gpx>"""


def ready(visit):
    """Waits until nothing is asked."""
    visit.until("() => !document.querySelector('.outings [aria-busy=true]')")


def meet(stage):
    visit = stage.visit(stuttgart + "meet")
    visit.shows(".outing-tabs")
    visit.click_map(0.3, 0.3)
    visit.becomes(lambda: visit.count(".origins li"), 1, "origins")
    visit.click_map(0.7, 0.6)
    visit.becomes(lambda: visit.count(".origins li"), 2, "origins")
    visit.becomes(lambda: visit.count(".outings .card"), lambda count: count > 0, "places to meet")
    ready(visit)
    first = visit.listed()[0]
    answer = visit.asked_again(lambda _, body: isinstance(body.get("near"), list))
    equal(visit.listed(), [result["id"] for result in answer["results"]], "places to meet")
    visit.becomes(lambda: set(visit.pins()), set(visit.listed()), "pins of places to meet")
    points = visit.parameters()["points"]
    visit.reload()
    visit.becomes(lambda: visit.listed()[:1], [first], "after loading anew")
    equal(visit.parameters()["points"], points, "the origins in the address")
    visit.click('.origins button')
    visit.becomes(lambda: visit.count(".origins li"), 1, "origins after removing one")
    check(visit.focused() != "body", "the focus is lost")


def route(stage):
    visit = stage.visit(stuttgart + "route")
    for index, at in enumerate([(0.3, 0.4), (0.5, 0.5), (0.7, 0.45)]):
        visit.click_map(*at)
        visit.becomes(lambda: len(visit.parameters().get("points", "").split(";")) - 1, index, "points of the line")
        # Pins of the answer come where the next click may be.
        ready(visit)
        visit.page.wait_for_function("() => new Promise((done) => requestAnimationFrame(() => done(true)))")
    visit.shows("#map path.outing-line")
    visit.shows("#map path.corridor")
    visit.becomes(lambda: visit.count(".outings .card"), lambda count: count > 0, "bars beside the line")
    ready(visit)
    answer = visit.asked_again(lambda _, body: "along" in body)
    equal(visit.listed(), [result["id"] for result in answer["results"]], "in the order of the route")
    visit.page.set_input_files(
        ".outings input[type=file]", {"name": "tour.gpx", "mimeType": "application/gpx+xml", "buffer": gpx.encode()})
    visit.becomes(lambda: visit.text(".outings [role=status]"), lambda text: "tour.gpx" in text, "the file is read")
    visit.becomes(lambda: visit.listed(), lambda ids: len(ids) > 3, "bars beside the line of the file")
    ready(visit)
    visit.page.set_input_files(
        ".outings input[type=file]", {"name": "x.gpx", "mimeType": "text/plain", "buffer": b"no line"})
    visit.becomes(lambda: visit.text(".outings [role=status]"), lambda text: "x.gpx" in text, "a file without a line")


def evening(stage):
    visit = stage.visit(mures + "evening")
    visit.becomes(lambda: visit.count(".outing"), lambda count: count > 0, "evenings")
    ready(visit)
    names = lambda: visit.texts(".outing.is-on .outing-stops li a")
    stops = names()
    equal(len(stops), 3, f"a couch, an event and a bar: {stops}")
    visit.shows("#map path.outing-line")
    drawn = visit.texts("#map .stop-name")
    equal(drawn, stops, "the stops on the map")
    visit.click('.outing-steps button[aria-label]:last-child')
    visit.becomes(lambda: visit.text(".outing-number"), lambda text: text.startswith("2 /"), "the next one")
    visit.becomes(lambda: visit.texts("#map .stop-name") == names(), True, "it is drawn")
    visit.click(".outing.is-on .outing-stops a")
    visit.shows(".detail .actions")
    visit.click(".back")
    visit.shows(".outing")
    check("origin" in visit.parameters(), "the beginning is in the address")


def crawl(stage):
    visit = stage.visit(stuttgart + "crawl")
    visit.becomes(lambda: visit.count(".outing"), lambda count: count > 0, "crawls")
    ready(visit)
    equal(visit.count("#map .stop"), 3, "stops on the map")
    labels = visit.texts("#map .stop-label")
    check(all("20:" in text or "21:" in text or "22:" in text or "23:" in text for text in labels), f"times: {labels}")
    visit.page.get_by_label("Bars", exact=True).or_(visit.page.locator(".outing-form input[max='10']")).first.fill("2")
    visit.press("Tab")
    visit.becomes(lambda: visit.count("#map .stop"), 2, "stops after choosing two")
    equal(visit.parameters().get("stops"), "2", "the address")


def by_keyboard(stage):
    visit = stage.visit(mures + "evening")
    visit.becomes(lambda: visit.count(".outing"), lambda count: count > 0, "evenings")
    for name in "meet", "route", "crawl", "evening":
        visit.page.locator(f'[data-show="{name}"]').focus()
        visit.press("Enter")
        visit.becomes(lambda: visit.parameters().get("show"), name, "the address")
        check(visit.focused() != "body", f"the focus after {name}")
    visit.go(stuttgart + "meet")
    visit.tab_to(".outings .actions button")
    visit.press("Enter")
    visit.becomes(lambda: visit.count(".origins li"), 1, "the middle of the map as an origin")
    visit.tab_to(".outing-place input")
    visit.type("Tintenf")
    visit.shows(".outing-place .options li")
    visit.press("ArrowDown", "Enter")
    visit.becomes(lambda: visit.count(".origins li"), 2, "a name as an origin")
    visit.becomes(lambda: visit.count(".outings .card"), lambda count: count > 0, "places to meet")


def on_phone(stage):
    visit = stage.visit(mures + "evening", **phone)
    visit.becomes(lambda: visit.count(".outing"), lambda count: count > 0, "evenings")
    visit.tap(".outing-name >> nth=1")
    visit.becomes(lambda: visit.attribute(".outing-name >> nth=1", "aria-pressed"), "true", "the second one")
    visit.shows("#map path.outing-line")


def leaving(stage):
    """What was drawn goes, and the results come back."""
    visit = stage.visit(stuttgart + "crawl")
    visit.becomes(lambda: visit.count("#map .stop"), 3, "stops")
    visit.click('[data-place=""]')
    visit.becomes(lambda: visit.count("#map .stop, #map path.outing-line"), 0, "what was drawn")
    visit.becomes(
        lambda: set(visit.pins()) == set(visit.listed()) and len(visit.pins()) > 3, True, "pins of the results")
    visit.page.go_back()
    visit.becomes(lambda: visit.count("#map .stop"), 3, "back: stops")
