"""A visitor plans to go out."""
from .checks import check, equal
from .stage import phone
from .visit import chip

stuttgart = "?view=48.7758,9.1780,14&show="
mures = "?view=46.5446,24.562,14&show="

gpx = """<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
<trkpt lat="48.7840" lon="9.1810"/><trkpt lat="48.7760" lon="9.1780"/><trkpt lat="48.7700" lon="9.1750"/>
</trkseg></trk></gpx>"""


def ready(visit):
    """Waits until no request is pending."""
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
    visit.becomes(lambda: set(visit.pins()) - set(visit.listed()), set(), "pins of places to meet")
    equal(visit.shown, len(visit.listed()), "what the marks stand for")
    points = visit.parameters()["points"]
    visit.reload()
    visit.becomes(lambda: visit.listed()[:1], [first], "after a reload")
    equal(visit.parameters()["points"], points, "the origins in the address")
    visit.click('.origins button')
    visit.becomes(lambda: visit.count(".origins li"), 1, "origins after removing one")
    check(visit.focused() != "body", "the focus is lost")


def route(stage):
    visit = stage.visit(stuttgart + "route")
    visit.shows(".outing-tabs")
    for count, at in enumerate([(0.3, 0.4), (0.5, 0.5), (0.7, 0.45)], 1):
        visit.click_map(*at)
        see_points(visit, count)
        # Pins of the answer come where the next click may be.
        ready(visit)
        visit.page.wait_for_function("() => new Promise((done) => requestAnimationFrame(() => done(true)))")
    see_beside_line(visit)
    open_files(visit)


def route_by_keyboard(stage):
    """Each point is the middle of the map, which arrow keys move."""
    visit = stage.visit(stuttgart + "route")
    visit.shows(".outing-tabs")
    for count, move in enumerate([(240, 80), (-240, -80), (-160, 80)], 1):
        visit.drag_map(*move)
        visit.settle()
        visit.click(button("Add the center"))
        see_points(visit, count)
    see_beside_line(visit)
    for count in 2, 1, 0:
        visit.click(button("Undo"))
        see_points(visit, count)
    for count in 1, 2:
        visit.drag_map(160, 0)
        visit.settle()
        visit.click(button("Add the center"))
        see_points(visit, count)
    visit.click(button("Clear"))
    see_points(visit, 0)
    visit.becomes(lambda: visit.count(".outings .card"), 0, "bars without a line")
    open_files(visit)
    visit.click(button("Clear"))
    visit.becomes(lambda: visit.count("#map path.outing-line"), 0, "the line of the file")
    visit.keeps_focus("with the file")


def button(text):
    return f'.outings .action:has-text("{text}")'


def see_points(visit, count):
    visit.becomes(
        lambda: len(list(filter(None, visit.parameters().get("points", "").split(";")))), count, "points of the line")
    equal(visit.count("#map .vertex"), count, "points on the map")
    check(visit.focused() != "body", f"the focus is lost with {count} points")


def see_beside_line(visit):
    """The line, and the elements next to it."""
    visit.shows("#map path.outing-line")
    visit.shows("#map path.corridor")
    visit.becomes(lambda: visit.count(".outings .card"), lambda count: count > 0, "bars beside the line")
    ready(visit)
    answer = visit.asked_again(lambda _, body: "along" in body)
    equal(visit.listed(), [result["id"] for result in answer["results"]], "in the order of the route")


def open_files(visit):
    """The line of a file, and a file without one."""
    visit.open_file(button("Open GPX"), "tour.gpx", gpx)
    visit.becomes(lambda: visit.text(".outings [role=status]"), lambda text: "tour.gpx" in text, "the file is read")
    visit.becomes(lambda: visit.listed(), lambda ids: len(ids) > 3, "bars beside the line of the file")
    ready(visit)
    visit.open_file(button("Open GPX"), "x.gpx", "no line")
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
    stops_of_second = names()
    visit.click(".outing.is-on .outing-stops a")
    visit.shows(".detail .actions")
    visit.click(".back")
    visit.shows(".outing")
    equal(visit.focused(), stops_of_second[0], "the focus goes back to the stop")
    check("origin" in visit.parameters(), "the beginning is in the address")


def at_home(stage):
    """An evening of those who sleep at home: an event, and a bar that is open after it."""
    visit = stage.visit(mures + "evening")
    visit.becomes(lambda: visit.count(".outing"), lambda count: count > 0, "evenings")
    visit.select('.outing-form label:has-text("Night") select', "home")
    visit.becomes(lambda: visit.count(".outing.is-on .outing-stops li"), 2, "an event and a bar")
    ready(visit)
    equal(visit.parameters().get("bed"), "home", "the address")
    check(not visit.has('.outing-form [name="leave"]'), "no day of departure")
    event, bar = visit.page.eval_on_selector_all(
        ".outing.is-on .outing-stops a", "list => list.map((one) => one.dataset.id)")
    equal([visit.server.listing(one)["kind"] for one in (event, bar)], ["event", "bar"], "the kinds")
    ends = visit.server.ask(f"/v1/listings/{event}/occurrences?limit=1")["results"][0]["ends"]
    state = visit.server.ask(f"/v1/listings/{bar}/availability?open={ends[:16]}")
    check(state.get("available"), f"the bar is open after the event: {state}")
    equal(visit.count("#map .stop"), 2, "stops on the map")
    visit.reload()
    visit.becomes(lambda: visit.count(".outing.is-on .outing-stops li"), 2, "after a reload")


def by_name(stage):
    """A route between two places by name."""
    visit = stage.visit(stuttgart + "route")
    for label, text in ("From", "Tintenf"), ("To", "Zum Bei"):
        visit.page.fill(f'.outings [aria-label="{label}"]', text)
        visit.shows(".outings .options:not([hidden]) li")
        visit.reach_option(text)
        visit.press("Enter")
    see_points(visit, 2)
    see_beside_line(visit)
    ends = visit.text(".outings .ends")
    check("Tintenf" in ends and "Zum Bei" in ends, f"the names of the ends: {ends}")


def crawl(stage):
    visit = stage.visit(stuttgart + "crawl")
    visit.becomes(lambda: visit.count(".outing"), lambda count: count > 0, "crawls")
    ready(visit)
    equal(visit.count("#map .stop"), 3, "stops on the map")
    labels = visit.texts("#map .stop-label")
    check(all("20:" in text or "21:" in text or "22:" in text or "23:" in text for text in labels), f"times: {labels}")
    visit.fill('.outing-form label:has-text("Bars") input', "2")
    visit.press("Tab")
    visit.becomes(lambda: visit.count("#map .stop"), 2, "stops after choosing two")
    equal(visit.parameters().get("stops"), "2", "the address")


def by_keyboard(stage):
    visit = stage.visit(mures + "evening")
    visit.becomes(lambda: visit.count(".outing"), lambda count: count > 0, "evenings")
    for name in "meet", "route", "crawl", "evening":
        visit.click(f'[data-show="{name}"]')
        visit.becomes(lambda: visit.parameters().get("show"), name, "the address")
        check(visit.focused() != "body", f"the focus after {name}")
    visit.go(stuttgart + "meet")
    visit.tab_to(".outings .actions button")
    visit.press("Enter")
    visit.becomes(lambda: visit.count(".origins li"), 1, "the middle of the map as an origin")
    visit.tab_to(".outing-place input")
    visit.type("Tintenf")
    visit.shows(".outing-place .options li")
    visit.reach_option("Tintenf")
    visit.press("Enter")
    visit.becomes(lambda: visit.count(".origins li"), 2, "a name as an origin")
    visit.becomes(lambda: visit.count(".outings .card"), lambda count: count > 0, "places to meet")


def on_phone(stage):
    visit = stage.visit(mures + "evening", **phone)
    visit.becomes(lambda: visit.count(".outing"), lambda count: count > 0, "evenings")
    visit.tap(".outing-name >> nth=1")
    visit.becomes(lambda: visit.attribute(".outing-name >> nth=1", "aria-pressed"), "true", "the second one")
    visit.shows("#map path.outing-line")


def leaving(stage):
    """The drawing disappears, and the results come back."""
    visit = stage.visit(stuttgart + "crawl")
    visit.becomes(lambda: visit.count("#map .stop"), 3, "stops")
    visit.click('[data-place=""]')
    visit.becomes(lambda: visit.count("#map .stop, #map path.outing-line"), 0, "what was drawn")
    check("origin" not in visit.parameters(), "the origin in the address")
    visit.becomes(
        lambda: set(visit.pins()) <= set(visit.listed()) and visit.shown == len(visit.listed()) > 3, True,
        "pins of the results")
    visit.page.go_back()
    visit.becomes(lambda: visit.count("#map .stop"), 3, "back: stops")


def about(stage):
    """Where a straight line stands for a way, it is said to be about so long."""
    visit = stage.visit(mures + "evening")
    visit.becomes(lambda: visit.count(".outing"), lambda count: count > 0, "evenings")
    walks = [text for text in visit.texts(".outing .facts") if "on foot" in text]
    check(walks and all("about" in text for text in walks), f"walks: {walks[:3]}")
    german = stage.visit(mures + "evening", locale="de-DE")
    german.becomes(lambda: german.count(".outing"), lambda count: count > 0, "evenings")
    walks = [text for text in german.texts(".outing .facts") if "zu Fuß" in text]
    check(walks and all("etwa" in text for text in walks), f"walks in German: {walks[:3]}")
