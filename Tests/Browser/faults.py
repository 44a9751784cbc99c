"""Networks and servers that fail."""
import time

from .bars import agree
from .checks import check, equal
from .visit import answered, chip

kept = "id => caches.open('vicinity-favourites').then((cache) => cache.match(`/v1/listings/${id}`)).then(Boolean)"
failed = "Failed to load resource"


def save_one(visit):
    """Saves a listing, and waits until the worker keeps it."""
    visit.click('[data-heart="stuttgart-tintenfass"]')
    visit.becomes(lambda: visit.page.evaluate(kept, "stuttgart-tintenfass"), True, "the worker keeps a favourite")


def see_favourite(visit):
    """The favorite with its details, as shown without a connection."""
    visit.shows('[data-place="favourites"]')
    visit.open_favourites()
    visit.becomes(visit.listed, ["stuttgart-tintenfass"], "favourites")
    visit.click(".card-link")
    visit.shows(".hours-week")
    check("Gymnasiumstraße" in visit.text(".detail-body"), "the address of the favourite")


def offline(stage):
    """After the first visit the page and its favorites are available without a connection."""
    visit = stage.visit(worker=True)
    visit.expected = [failed, r"Tile .* of the base map: Failed to fetch"]
    save_one(visit)
    visit.page.context.set_offline(True)
    visit.click('.tool[aria-label="Zoom in"], .leaflet-control-zoom-in')
    visit.shows("#banner.is-shown")
    visit.becomes(lambda: visit.text("#banner"), lambda text: "offline" in text, "the banner")
    visit.page.reload()
    see_favourite(visit)
    visit.page.context.set_offline(False)
    visit.click('[data-place=""]')
    visit.hides("#banner")
    visit.becomes(lambda: len(visit.listed()) > 20, True, "results once the connection is back")
    visit.choose("when", "open now")
    equal(visit.chosen(), ["Open: now"], "a search once the connection is back")


def offline_elsewhere(stage):
    """Details that are not kept say so."""
    visit = stage.visit(worker=True)
    visit.expected = [failed]
    visit.until("() => navigator.serviceWorker.controller !== null", text="the worker serves the page")
    visit.page.context.set_offline(True)
    visit.click('.card-link[data-id="stuttgart-tintenfass"]')
    visit.becomes(lambda: visit.text(".detail-body"), lambda text: "offline" in text, "the message")
    visit.press("Escape")
    visit.shows(".cards")


def missing_module(stage):
    """A part of the page that cannot be loaded is reported."""
    visit = stage.visit()
    visit.expected = [failed]
    visit.page.route("**/detail.js", lambda route: route.abort())
    visit.click('.card-link[data-id="stuttgart-tintenfass"]')
    messages = lambda: visit.text("#panel") + visit.text("#banner")
    visit.becomes(messages, lambda text: "offline" in text or "not responding" in text, "the message")
    visit.press("Escape")
    visit.shows(".cards")


def missing_menu(stage):
    """The same of a menu, and of what is shown where nothing fits."""
    visit = stage.visit()
    visit.expected = [failed]
    for part in "when", "empty":
        visit.page.route(f"**/{part}.js", lambda route: route.abort())
    visit.open_menu("when")
    visit.becomes(lambda: visit.text("#filter-panel"), lambda text: "offline" in text, "what the menu says")
    visit.close_menu()
    with visit.new_answer():
        visit.search("xyzzy quux")
        visit.press("Enter")
    visit.becomes(lambda: visit.text(".results"), lambda text: "offline" in text, "the message without results")
    equal(visit.listed(), [], "listings of the question before")


def missing_streets(stage):
    """The layer below the pins comes later, when it does not come at once."""
    visit = stage.tab()
    visit.expected = [failed]
    lost = []

    def lose_first(route):
        lost.append(route)
        return route.abort() if len(lost) == 1 else route.continue_()

    visit.page.route("**/basemap.js", lose_first)
    visit.go()
    visit.shows("#map .leaflet-tile")
    check("Natural Earth" in visit.text(".leaflet-control-attribution"), "whose map it is")


def missing_map(stage):
    """Without Leaflet the page says that something is missing, and loads again."""
    visit = stage.tab()
    visit.expected = [failed]
    visit.page.route("**/leaflet.js", lambda route: route.abort())
    visit.page.goto(f"{visit.server.url}/map")
    visit.shows("#panel button")
    visit.page.unroute("**/leaflet.js")
    visit.click("#panel button")
    visit.becomes(lambda: len(visit.listed()) > 20, True, "listings once all is there")


def restart(stage):
    """The server restarts: a banner, then answers, without a reload."""
    server = stage.own_server()
    try:
        visit = stage.visit(server=server, worker=True)
        visit.expected = [failed]
        save_one(visit)
        server.kill()
        visit.click(chip("bar"))
        visit.becomes(lambda: visit.text("#banner"), lambda text: "Retrying" in text, "the banner")
        check(visit.listed(), "the list is still there")
        before = visit.answers
        server.start_again()
        visit.until(answered, before, "no answer after the restart")
        visit.hides("#banner")
        equal(visit.parameters().get("kind"), "bar", "the filter that was chosen meanwhile")
        agree(visit, "after the restart")
        server.kill()
        visit.page.reload()
        see_favourite(visit)
        server.start_again()
        visit.click('[data-place=""]')
        visit.becomes(lambda: len(visit.listed()) > 20, True, "results after another restart")
    finally:
        server.end()


def busy(stage):
    """Busy answers are retried; other problems are explained."""
    visit = stage.visit()
    visit.expected = [failed]
    statuses = []

    def refuse(route):
        if len(statuses) < 2:
            statuses.append(429 if statuses else 503)
            return route.fulfill(
                status=statuses[-1], headers={"Retry-After": "1"}, json={"code": "too-busy", "detail": "Too busy."})
        return route.continue_()

    visit.page.route("**/v1/map", refuse)
    with visit.new_answer():
        visit.click(chip("bar"))
    equal(statuses, [503, 429], "what was answered first")
    check(visit.total > 20, "the list after that")
    visit.page.unroute("**/v1/map")
    problem = {"code": "odd", "detail": "kinds[0]: a word for programs"}
    visit.page.route("**/v1/map", lambda route: route.fulfill(status=400, json=problem))
    visit.click(chip("bar"))
    visit.becomes(
        lambda: visit.text(".results"), lambda text: "This search is not possible" in text, "the problem in words")
    check("kinds[0]" not in visit.text("body"), "the words of the server are shown")
    check(visit.markers > 0 and visit.listed(), "the last answer stays")
    visit.page.unroute("**/v1/map")
    with visit.new_answer():
        visit.click('button:has-text("Try again")')
    check(visit.total > 20, "the list after trying again")


def too_expensive(stage):
    """A query beyond the limits leaves the last answer, and says what to do; without one it only says that."""
    visit = stage.visit("?view=48.7758,9.1729,13&kind=bar")
    visit.expected = [failed]
    before = visit.listed()
    problem = {"code": "too-expensive", "detail": "the query is too expensive: narrow within"}
    refuse = lambda route: route.fulfill(status=503, json=problem)
    visit.page.route("**/v1/map", refuse)
    visit.click(".leaflet-control-zoom-out")
    visit.becomes(lambda: visit.text(".results"), lambda text: "Zoom in" in text, "the message")
    equal(visit.listed(), before, "the list of before")
    check(visit.markers > 0, "the pins of before")
    check("narrow" not in visit.text("body"), "the words of the server are shown")
    visit.page.unroute("**/v1/map")
    zoom = visit.view()[2]
    with visit.new_answer():
        visit.click('.note button:has-text("Zoom in")')
    visit.becomes(lambda: visit.view()[2], lambda now: now > zoom, "the zoom")
    visit.hides(".note")
    german = stage.tab(locale="de-DE")
    german.expected = [failed]
    german.page.route("**/v1/map", refuse)
    german.page.goto(f"{german.server.url}/map?view=30,10,2")
    german.becomes(
        lambda: german.text(".results"), lambda text: "Vergrößere die Karte" in text, "the message in German")
    check(german.has('button:has-text("Vergrößern")'), "a button that zooms in")


def unanswered(stage):
    """A query that is never answered is retried, and the input stays until it is understood."""
    visit = stage.visit()
    visit.expected = [failed]
    held = []

    def hold_first(route):
        if not held:
            held.append(route)
        else:
            route.continue_()

    visit.page.route("**/v1/map", hold_first)
    before = visit.answers
    visit.click(chip("bar"))
    visit.page.set_default_timeout(30_000)
    visit.until(answered, before, "no answer after one that never came")
    check(len(held) == 1 and visit.total > 20, "the list after that")
    try:
        held[0].abort()
    except Exception:
        pass  # The page gave it up.


def wrong_addresses(stage):
    """What cannot be read in an address counts as not said, in words of the page."""
    every = stage.visit("?view=48.7758,9.1729,13").total
    for query in (
        "kind=pub", "sort=foo", "max-price=abc", "max-price=-5", "min-rating=99", "guests=x", "area=Atlantis",
        "open=whenever", "during=someday", "stay=soon", "stay=2026-02-31..2026-03-02", "currency=€",
        f"text={'x' * 3000}",
        "accessible=perhaps", "near=north",
    ):
        for locale in ("en-GB", "de-DE") if query.startswith(("area", "open")) else ("en-GB",):
            visit = stage.visit(f"?view=48.7758,9.1729,13&{query}", locale=locale)
            visit.expected = [failed]
            visit.settle()
            visit.becomes(lambda: visit.total, every, f"{query}: listings")
            equal(visit.chosen(), [], f"{query}: chips")
            shown = visit.text("body")
            for word in "NaN", "undefined", "within.area", "open.at", "expected", "kinds[0]":
                check(
                    word not in shown.split("{", 1)[0] and word not in visit.text("main"), f"{query}: {word} is shown")
            name = query.split("=")[0]
            check(name not in visit.parameters(), f"{query} stays in the address: {visit.page.url}")
            visit.page.context.close()
            visit = None
    stage.visits = [one for one in stage.visits if not one.page.is_closed()]


def behind_proxy(stage):
    """A proxy in front of a starting server is queried until the server answers."""
    visit = stage.visit()
    visit.expected = [failed]
    refused = []

    def start_slowly(route):
        refused.append(route)
        if len(refused) <= 3:
            return route.abort()
        return route.fulfill(status=502, body="Bad Gateway") if len(refused) <= 5 else route.continue_()

    visit.page.route("**/v1/map", start_slowly)
    with visit.new_answer():
        visit.click(chip("bar"))
    equal(len(refused), 6, "questions")
    visit.hides("#banner")
    check(visit.total > 20, "the list after that")


def without_relaxations(stage):
    """Nothing fits, and what would help takes too long to find."""
    visit = stage.visit()
    visit.expected = [failed]
    problem = {"code": "too-expensive", "detail": "Too much."}
    visit.page.route("**/v1/query", lambda route: route.fulfill(status=503, json=problem))
    with visit.new_answer():
        visit.search("xyzzy quux")
        visit.press("Enter")
    visit.shows(".empty")
    equal(visit.total, 0, "listings")
    check("Too much." not in visit.text(".results"), "an empty answer is shown as an error")


def newer_wins(stage):
    """An answer that comes late does not replace a newer one."""
    visit = stage.visit()
    held = []

    def hold_first(route):
        if not held:
            held.append(route)
        else:
            route.continue_()

    visit.page.route("**/v1/map", hold_first)
    visit.click(chip("couch"))
    visit.becomes(lambda: len(held), 1, "the first question is held")
    with visit.new_answer():
        visit.click(chip("bar"))
    with visit.new_answer():
        visit.click(chip("couch"))
    late = {"now": "2026-11-27T20:00:00Z", "total": 0, "results": [], "facets": {}}
    try:
        held[0].fulfill(json=late)
    except Exception:
        pass  # The page gave it up.
    equal(visit.parameters().get("kind"), "bar", "the kind")
    with visit.new_answer():
        visit.select(".sort", "price")
    check(visit.total > 20, f"{visit.total} listings")
    agree(visit, "after a late answer")


def slow_network(stage):
    visit = stage.tab()
    session = visit.page.context.new_cdp_session(visit.page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", {
        "offline": False, "latency": 300, "downloadThroughput": 60_000, "uploadThroughput": 30_000,
    })
    began = time.monotonic()
    visit.page.set_default_timeout(60_000)
    visit.go()
    stage.report(f"first answer with 480 kbit/s and 300 ms: {time.monotonic() - began:.1f} s")
    check(visit.total > 20, "listings on a slow network")
    for key in "bar", "couch", "bar", "couch", "event", "bar":
        visit.click(chip(key))
    visit.until(answered, 1)
    visit.becomes(lambda: visit.attribute(chip("event"), "aria-pressed"), "true", "the last choice")
    visit.becomes(lambda: visit.has(".is-loading"), False, "nothing is loading")
    agree(visit, "after fast choices")
