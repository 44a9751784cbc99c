"""A visitor types."""
from .checks import check, equal
from .stage import phone
from .visit import chip, number

options = "#search .options li"


def option(text):
    return f'{options}:has-text("{text}")'


def names(stage):
    visit = stage.visit()
    visit.press("/")
    equal(visit.focused(), visit.attribute("#q", "aria-label"), "the focus after /")
    visit.type("tintenf")
    visit.shows(option("Tintenfass"))
    active = visit.reach_option("Tintenfass")
    equal(visit.count(f"{options}[aria-selected='true']"), 1, "options that are selected")
    equal(visit.attribute(f"#{active}", "aria-selected"), "true", "the option of the name")
    visit.press("ArrowUp", "ArrowUp", "ArrowUp")
    visit.press("Escape")
    visit.hides("#search .options")
    equal(visit.page.input_value("#q"), "tintenf", "the text after Escape")
    visit.type("a")
    visit.shows(option("Tintenfass"))
    visit.reach_option("Tintenfass")
    visit.press("Enter")
    visit.becomes(lambda: visit.text(".detail-name"), "Tintenfass", "the detail")
    equal(visit.focused(), "Tintenfass", "the focus")


def tags_and_places(stage):
    visit = stage.visit()
    visit.search("jazz")
    tag = f"{options}:has(use[href='#icon-tag'])"
    visit.shows(tag)
    with visit.new_answer():
        visit.click(tag)
    equal(visit.parameters().get("tag"), "jazz", "the tag")
    check(all("jazz" in visit.server.listing(identifier)["tags"] for identifier in visit.listed()), "all have the tag")
    with visit.new_answer():
        visit.click(".chosen .chip")
    visit.search("Budapest")
    place = f"{options}:has(use[href='#icon-city'])"
    visit.shows(place)
    with visit.new_answer():
        visit.click(place)
    view = visit.becomes(visit.view, lambda view: abs(view[0] - 47.5) < 0.1, "the map is at Budapest")
    check(abs(view[1] - 19.04) < 0.1, f"the map is at Budapest: {view}")
    visit.becomes(
        visit.listed, lambda ids: any(identifier.startswith("budapest") for identifier in ids),
        "listings of Budapest")
    visit.search("tintenfass")
    visit.shows(f"{options}:has(use[href='#icon-pin'])")
    visit.click(f"{options}:has(use[href='#icon-pin'])")
    visit.becomes(lambda: visit.text(".detail-name"), "Tintenfass", "a name far away")
    visit.becomes(lambda: visit.pins(), lambda ids: "stuttgart-tintenfass" in ids, "the map goes there")


def wishes(stage):
    visit = stage.visit()
    visit.search("open now under 5 €")
    with visit.new_answer():
        visit.press("Enter")
    equal(visit.chosen(), ["Open: now", "Up to €5"], "the chips")
    equal(visit.page.input_value("#q"), "", "the box")
    check(0 < visit.total < 40, f"{visit.total} listings")
    for count in 1, 0:
        with visit.new_answer():
            visit.click(".chosen .chip.is-on")
        equal(len(visit.chosen()), count, "chips after removing one")
    visit.go()
    visit.search("jazz tonight with 4 stars")
    with visit.new_answer():
        visit.click(options)
    chips = visit.chosen()
    check("Open: tonight" in chips or "Events: tonight" in chips, f"tonight: {chips}")
    check("“jazz”" in chips, f"what is no wish stays text: {chips}")


def mistyped(stage):
    visit = stage.visit()
    visit.search("tintenfas cocktials")
    visit.go("?text=cocktials")
    check(visit.total > 0, "a mistyped word finds something")
    visit.becomes(
        lambda: visit.text(".remarks"),
        lambda text: "showing results for “cocktails” instead of “cocktials”" in text, "what was meant")


def touch(stage):
    visit = stage.visit(**phone)
    visit.tap("#q")
    visit.type("tintenf")
    visit.shows(option("Tintenfass"))
    visit.tap(option("Tintenfass"))
    visit.becomes(lambda: visit.text(".detail-name"), "Tintenfass", "the detail")


# MARK: Nothing fits

nothing = "?view=48.7758,9.1729,13&kind=bar&tag=games&max-price=2&currency=EUR&min-rating=4.8&open=now"


def relax(visit, index):
    """Changes the query by a button: it brings as many listings as announced, and the focus stays."""
    name, expected = visit.texts(".relax")[index], number(visit.texts(".relax .count")[index])
    visit.click(f".relax >> nth={index}")
    visit.becomes(
        lambda: visit.total if visit.has(".results-heading") else 0, lambda total: total >= expected,
        f"{visit.page.url} {name!r}: listings")
    check(visit.focused() != "body", f"{name!r}: the focus is lost")


def relaxations(stage):
    visit = stage.visit("?view=48.7758,9.1729,13&kind=bar&tag=games&max-price=4&currency=EUR")
    check(visit.total == 0, f"{visit.total} listings")
    buttons = lambda: visit.count(".relax")
    count = visit.becomes(buttons, lambda count: count > 0, "there are relaxations")
    for index in range(count):
        visit.go("?view=48.7758,9.1729,13&kind=bar&tag=games&max-price=4&currency=EUR")
        visit.becomes(buttons, count, "the same relaxations")
        relax(visit, index)


def several_relaxations(stage):
    for query in (
        "?view=48.7758,9.1729,13&kind=bar&min-rating=4.9", "?view=48.7758,9.1729,14&kind=bar&tag=gamse",
        "?view=47.4979,19.0402,13&kind=couch&stay=2026-12-04..2026-12-12&guests=9",
        "?view=47.4979,19.0402,13&stay=2026-12-24..2026-12-31&guests=2&max-price=1",
        "?view=46.5446,24.562,13&kind=event&during=2026-12-26..2026-12-27", "?view=10,10,13",
        "?view=48.7758,9.1729,13&kind=bar&open=2026-11-29T09:00&tag=dance", "?view=48.7758,9.1729,13&text=zzzqqqxxx",
        "?view=48.7758,9.1729,13&accessible=yes,limited&tag=jazz&open=now",
    ):
        visit = stage.visit(query)
        if visit.total:
            continue
        visit.shows(".empty")
        for index in range(visit.count(".relax")):
            visit.go(query)
            visit.shows(".relax")
            relax(visit, index)


def nearest_match(stage):
    visit = stage.visit("?view=48.4,9.0,13&kind=couch")
    equal(visit.total, 0, "listings")
    with visit.new_answer():
        visit.click('button:has-text("Go to the nearest match")')
    visit.becomes(lambda: visit.total, lambda total: total > 0, "listings near the nearest one")
    check(visit.focused() != "body", "the focus is lost")


def why_not(stage):
    visit = stage.visit(nothing)
    visit.click(".why-not input")
    visit.type("Brenngl")
    visit.shows('.why-not .options li:first-child:has-text("Brennglas")')
    visit.reach_option("Brennglas")
    visit.press("Enter")
    visit.shows(".findings")
    rows = visit.texts(".findings tbody tr")
    check(len(rows) >= 2, f"reasons: {rows}")
    check(any("4.5" in row for row in rows), f"its rating is named: {rows}")
    visit = stage.visit("?view=48.7758,9.1729,13&tag=jazz&id=stuttgart-brennglas")
    visit.click('.detail button:has-text("Why not?")')
    visit.shows(".detail .findings, .detail [aria-live] p")


def why_here(stage):
    visit = stage.visit()
    visit.click(".cards li:nth-child(3) .card-link")
    visit.shows('.detail h3:has-text("Rank 3 of ")')
    visit.click('.detail button:has-text("Why this rank?")')
    visit.becomes(
        lambda: visit.text(".detail [aria-live='polite'] p"), lambda text: "of 100 points" in text, "the score")
    visit.go("?view=48.7758,9.1729,13&sort=price")
    visit.click(".cards li:nth-child(3) .card-link")
    visit.click('.detail button:has-text("Why this rank?")')
    visit.shows('.detail div[aria-live="polite"] p')


def place_among_wishes(stage):
    """The name of a place after *in*, with wishes around it; the suggestion says what Enter does."""
    visit = stage.visit()
    for text, label, filters in (
        ("jazz tomorrow in Budapest", "“jazz” · in Budapest", {"text": "jazz", "during": "tomorrow"}),
        ("couch in Budapest", "in Budapest", {"kind": "couch"}),
    ):
        visit.go("?view=48.7758,9.1729,13")
        visit.search(text)
        visit.becomes(lambda: visit.text("#search .options"), lambda shown: label in shown, "the suggestion")
        with visit.new_answer():
            visit.press("Enter")
        visit.becomes(
            lambda: visit.view()[:2], lambda at: abs(at[0] - 47.5) < 0.1 and abs(at[1] - 19.05) < 0.1, "the view")
        found = {name: visit.parameters().get(name) for name in filters}
        equal(found, filters, f"what {text} became")


def nothing_anywhere(stage):
    """Where nothing fits anywhere, a line says so."""
    visit = stage.visit()
    with visit.new_answer():
        visit.search("xyzzy quux")
        visit.press("Enter")
    visit.click('button:has-text("nearest")')
    visit.shows("#banner.is-shown")
    check("No matches anywhere" in visit.text("#banner"), visit.text("#banner"))


def newer_wins(stage):
    """A search whose places come late does not replace a newer one."""
    visit = stage.visit()
    held = []
    visit.page.route("**/v1/suggest?text=slow&*", lambda route: held.append(route))
    visit.click("#q")
    visit.page.fill("#q", "slow")
    visit.press("Enter")
    visit.becomes(lambda: len(held), lambda count: count > 0, "the first search is held")
    visit.search("jazz")
    with visit.new_answer():
        visit.press("Enter")
    for route in held:
        try:
            route.fulfill(json={"completions": []})
        except Exception:
            pass  # The page gave it up.
    visit.settle()
    equal(visit.parameters().get("text"), "jazz", "the search")


# MARK: Input that is not understood, and unanswered queries


def kept_text(stage):
    """The first text after the start of a server that is still busy: it stays, is tried again, and is said to be."""
    visit = stage.visit()
    visit.expected = ["Failed to load resource"]
    left = [0]

    def refuse(route):
        left[0] -= 1
        if left[0] < 0:
            return route.continue_()
        return route.fulfill(status=503, json={"code": "too-expensive", "detail": "Too much."})

    visit.page.route("**/v1/suggest?*", refuse)
    visit.search("couch in Budapest")
    left[0] = 2
    visit.press("Enter")
    visit.becomes(lambda: visit.text("#banner"), lambda text: "Retrying “couch in Budapest”" in text, "the message")
    equal(visit.page.input_value("#q"), "couch in Budapest", "the text meanwhile")
    visit.becomes(lambda: visit.parameters().get("kind"), "couch", "the filter")
    visit.becomes(lambda: visit.view()[:2], lambda at: abs(at[0] - 47.5) < 0.1, "the view")
    visit.becomes(lambda: visit.page.input_value("#q"), "", "the text after that")
    # The same of the suggestion that says what Enter does.
    visit.search("event in Budapest")
    left[0] = 2
    visit.click(options)
    visit.becomes(lambda: visit.text("#banner"), lambda text: "Retrying “event in Budapest”" in text, "the message")
    equal(visit.page.input_value("#q"), "event in Budapest", "the text of a chosen suggestion")
    visit.becomes(lambda: visit.parameters().get("kind"), "event", "the filter of a chosen suggestion")
    visit.page.unroute("**/v1/suggest?*")
    visit.go()
    visit.page.route(
        "**/v1/suggest?*", lambda route: route.fulfill(status=503, json={"code": "busy", "detail": "Busy."}))
    visit.page.clock.install()
    visit.click("#q")
    visit.page.fill("#q", "quiet jazz")
    visit.press("Enter")
    message = ""
    for _ in range(30):
        visit.page.clock.run_for(1000)
        visit.page.wait_for_timeout(50)
        message = visit.text("#banner")
        if "Press Enter" in message:
            break
    check("The search for “quiet jazz” failed. Press Enter to try again" in message, f"the error at last: {message}")
    equal(visit.page.input_value("#q"), "quiet jazz", "the text after that")
    visit.page.unroute("**/v1/suggest?*")
    visit.press("Enter")
    visit.becomes(lambda: visit.parameters().get("text"), "quiet jazz", "the search")


note = ".search-note:not([hidden])"


def not_understood(stage):
    """What is not understood is said, filters nothing, and can be searched as words."""
    visit = stage.visit()
    visit.search("bars open until dawn")
    visit.becomes(
        lambda: visit.text("#search .options"),
        lambda text: "“open until dawn” was not understood" in text, "the suggestion")
    with visit.new_answer():
        visit.press("Enter")
    equal([visit.parameters().get(name) for name in ("kind", "text")], ["bar", None], "what is searched")
    visit.shows(note)
    check("“open until dawn” was not understood" in visit.text(note), visit.text(note))
    visit.click(f"{note} .note-close")
    equal(visit.count(note), 0, "the line after closing it")
    visit.search("next saturday")
    visit.press("Enter")
    visit.becomes(lambda: visit.text(".search-note"), lambda text: "“next saturday”" in text, "the message")
    equal(visit.page.input_value("#q"), "next saturday", "a text of which nothing is understood")
    equal(visit.parameters().get("text"), None, "what is searched after that")
    # Unknown words beside wishes, and a place that is not found
    for text, said, kind in (
        ("noisy bars open now", "“noisy” was not understood", "bar"),
        ("bars near Xyzplatz", "No place called “Xyzplatz” was found", "bar"),
    ):
        visit.go("?view=48.7758,9.1729,13")
        visit.search(text)
        with visit.new_answer():
            visit.press("Enter")
        visit.becomes(lambda: visit.text(".search-note"), lambda shown: said in shown, f"the message about {text}")
        equal([visit.parameters().get(name) for name in ("kind", "text")], [kind, None], f"what {text} searches")
        check(visit.total > 20 or "open" in text, f"the results of {text} are those of what is understood")
    with visit.new_answer():
        visit.click(f"{note} .chip")
    equal(visit.parameters().get("text"), "Xyzplatz", "the words")
    equal(visit.count(note), 0, "the line after searching for the words")


def distances(stage):
    """A distance is a filter around a place or the middle of the map: a chip and a circle."""
    visit = stage.visit("?view=48.7758,9.1729,13")
    for text, meters, chips in (
        ("bars within 500 m of Tintenfass", 500, "Within 500 m"),
        ("bars 10 min walk from Tintenfass", 800, "Within 800 m"),
        ("bars within 1 km", 1000, "Within 1 km"),
    ):
        visit.go("?view=48.7758,9.1729,13")
        visit.search(text)
        with visit.new_answer():
            visit.press("Enter")
        visit.becomes(lambda: visit.parameters().get("radius"), str(meters), f"the distance of {text}")
        visit.settle()
        near = [float(part) for part in visit.parameters()["near"].split(",")]
        _, body = [question for question in visit.asked if question[0] == "/v1/map"][-1]
        equal([body["radius"], [body["near"]["lat"], body["near"]["lon"]]], [meters, near], f"what {text} asks")
        check(chips in visit.chosen(), f"the chips of {text}: {visit.chosen()}")
        equal(visit.count("#map .reach"), 1, "circles")
        check(visit.total > 0, f"listings of {text}")
    with visit.new_answer():
        visit.click(f'.chosen .chip:has-text("{chips}")')
    equal([visit.parameters().get("radius"), visit.count("#map .reach")], [None, 0], "the distance after removing it")


def recent(stage):
    """The last searches are offered in an empty box, and can be forgotten."""
    visit = stage.visit()
    visit.search("bars open now")
    with visit.new_answer():
        visit.press("Enter")
    visit.go()
    visit.click("#q")
    visit.shows(option("bars open now"))
    with visit.new_answer():
        visit.click(option("bars open now"))
    equal(visit.parameters().get("kind"), "bar", "what the last search asks")
    visit.go()
    visit.click("#q")
    visit.click(option("Clear recent searches"))
    visit.go()
    visit.click("#q")
    visit.page.wait_for_timeout(400)
    equal(visit.count(options), 0, "last searches after forgetting them")


def late_hours(stage):
    """Times of the night are to come, and mean the same night when they are shared."""
    visit = stage.visit()
    for text, parameter, chips in (
        ("bars open friday at 2 am", "2026-11-28T02:00", "Open: 02:00"),
        ("bars open until 2 am", "2026-11-28T01:59..2026-11-28T02:00", "Open until 02:00"),
        ("bars open late", "2026-11-28T01:00", "Open: 01:00"),
        ("bars open saturday at 11 pm", "2026-11-28T23:00", "Open: Sat 28 Nov 23:00"),
        ("bars open at 23:30", "2026-11-27T23:30", "Open: 23:30"),
    ):
        visit.go("?view=48.7758,9.1729,13")
        visit.search(text)
        with visit.new_answer():
            visit.press("Enter")
        visit.becomes(lambda: visit.parameters().get("open"), parameter, f"{text} in the address")
        equal(visit.chosen(), [chips], f"the chips of {text}")
        check(0 < visit.total < 63, f"{text}: {visit.total} listings")
    visit.go("?view=48.7758,9.1729,13&open=01:59..02:00&kind=bar")
    for identifier in visit.listed():
        body = {"filter": {"op": "=", "args": [{"property": "id"}, identifier]}, "kinds": ["bar"], "fields": ["open"]}
        answer = visit.server.ask("/v1/query", {**body, "open": {"at": "2026-11-28T01:59"}})
        equal(len(answer["results"]), 1, f"{identifier} is open until two")


def whole_names(stage):
    """A whole name of a listing means the listing, even if it looks like conditions."""
    visit = stage.visit("?view=48.1373,11.5754,14", stage.server("named"))
    for name, identifier in (
        ("The Free Bar", "the-free-bar"), ("the free bar", "the-free-bar"), ("Sofa near the market", "sofa-market"),
        ("Open Late", "open-late"),
    ):
        visit.go("?view=48.1373,11.5754,14")
        visit.search(name)
        visit.becomes(
            lambda: visit.texts("#search .options li bdi")[:1],
            lambda texts: texts and texts[0].lower() == name.lower(), "the first suggestion")
        visit.press("Enter")
        visit.becomes(lambda: visit.parameters().get("id"), identifier, f"what Enter opens for {name}")
    # A word that is a wish is one, and so are wishes on another continent.
    for view, text, expected in (("48.1373,11.5754", "bar", "bar"), ("40.7,-74", "free bar", "bar")):
        visit.go(f"?view={view},14")
        visit.search(text)
        visit.press("Enter")
        visit.becomes(lambda: visit.parameters().get("kind"), expected, f"what {text} means")


def places_of_any_name(stage):
    """Cities by any of their names, regions and countries, alone and among wishes."""
    visit = stage.visit("?view=48.1373,11.5754,14", stage.server("named"))
    for text, place, filters in (
        ("Antwerp", (51.22, 4.40), {}), ("Anvers", (51.22, 4.40), {}), ("Bruges", (51.21, 3.22), {}),
        ("Florence", (43.78, 11.25), {}), ("Belgium", (50.6, 4.3), {}), ("Flanders", (51, 4.2), {}),
        ("couch for 2 in Antwerp next weekend under 80 €", (51.22, 4.40),
         {"kind": "couch", "guests": "2", "max-price": "80"}),
        ("bars in Belgium", (50.6, 4.3), {"kind": "bar"}),
    ):
        visit.go("?view=48.1373,11.5754,14")
        visit.search(text)
        with visit.new_answer():
            visit.press("Enter")
        visit.becomes(
            lambda: visit.view()[:2], lambda at: abs(at[0] - place[0]) < 0.6 and abs(at[1] - place[1]) < 0.6,
            f"where {text} leads")
        found = {name: visit.parameters().get(name) for name in filters}
        equal(found, filters, f"what {text} asks")
        equal(visit.parameters().get("text"), None, f"words of {text}")
