"""A visitor looks for a place to sleep."""
from .bars import agree
from .checks import check, equal
from .stage import phone
from .visit import chip, number

budapest = "?view=47.4979,19.0402,12&kind=couch"
menu = '#filter-panel section:has([data-chip^="stay"]) .calendar '
own = ".detail .calendar "


def day(date):
    return f'[data-date="{date}"]'


def turn_to(visit, where, date):
    visit.shows(where)
    for _ in range(3):
        if not visit.has(where + day(date)):
            visit.click(where + '[aria-label="Next month"]')


def choose_days(visit, where, arrival, departure):
    """Chooses a stay."""
    turn_to(visit, where, arrival)
    visit.click(where + day(arrival))
    visit.click(where + day(departure))


def see_prices(visit):
    """Pins show what a night costs, the list also the whole stay, and both only what is free."""
    equal(visit.parameters().get("stay"), "2026-12-01..2026-12-05", "the stay in the address")
    agree(visit, "couches")
    results = visit.asked_again()["results"]
    check(results, "free couches")
    for result in results:
        answer = visit.server.ask(f"/v1/listings/{result['id']}/availability?stay=2026-12-01..2026-12-05&guests=2")
        check(answer["available"], f"{result['id']} is free")
        label = number(visit.text(f'.pin[data-id="{result["id"]}"] .pin-label'))
        equal(label, round(result["nightPrice"]), f"the price of a night on the pin of {result['id']}")


def stay(stage):
    visit = stage.visit(budapest)
    visit.open_menu("when")
    with visit.new_answer():
        choose_days(visit, menu, "2026-12-01", "2026-12-05")
    check("4 nights" in visit.text(menu + ".calendar-line"), visit.text(menu + ".calendar-line"))
    visit.fill("#guests", "2")
    with visit.new_answer():
        visit.press("Tab")
    visit.close_menu()
    equal(visit.chosen(), ["Couch: 1 Dec – 5 Dec, 2 guests"], "the chips")
    see_prices(visit)
    with visit.new_answer():
        visit.click(".chosen .chip.is-on")
    check("stay" not in visit.parameters() and "guests" not in visit.parameters(), "the stay and its guests are gone")


def stay_by_keyboard(stage):
    visit = stage.visit(budapest + "&guests=2")
    visit.tab_to(chip("menu when"))
    visit.press("Enter")
    visit.tab_to(menu + "td[tabindex='0']")
    equal(visit.page.evaluate("document.activeElement.dataset.date"), "2026-11-27", "the first day")
    visit.press("PageDown")
    equal(visit.page.evaluate("document.activeElement.dataset.date"), "2026-12-27", "a month later")
    visit.press("Home", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowRight")
    equal(visit.page.evaluate("document.activeElement.dataset.date"), "2026-12-01", "the arrow keys")
    visit.press("Enter", *["ArrowRight"] * 4)
    with visit.new_answer():
        visit.press("Enter")
    equal(visit.page.evaluate("document.activeElement.dataset.date"), "2026-12-05", "the focus stays on the day")
    visit.press("Escape")
    visit.hides("#filter-panel")
    see_prices(visit)


def own_calendar(stage):
    visit = stage.visit(budapest + "&id=budapest-duna-part")
    turn_to(visit, own, "2026-12-25")
    visit.becomes(lambda: visit.attribute(own + day("2026-12-25"), "aria-disabled"), "true", "a taken day")
    visit.click(own + day("2026-12-25"), force=True)
    check(visit.count(own + "[aria-selected='true']") == 0, "a taken day cannot be chosen")
    visit.click(own + day("2026-12-08"))
    equal(
        visit.attribute(own + day("2026-12-14"), "aria-disabled"), "true",
        "a departure after more than the most nights")
    visit.click(own + day("2026-12-10"))
    visit.becomes(
        lambda: visit.text(".detail .sum"), lambda text: text.startswith("Available for one guest"),
        "the message about the stay")
    check("2 nights" in visit.text(own + ".calendar-line"), visit.text(own + ".calendar-line"))
    check("2026-12-08..2026-12-10" == visit.parameters().get("stay"), "the stay becomes a filter")
    equal(visit.text(".detail-name"), "Sofa with a view of the Danube", "the detail is still shown")


def sums(stage):
    """The calendar of a couch adds up its nights."""
    visit = stage.visit(budapest + "&id=budapest-dob-sarok")
    choose_days(visit, own, "2026-12-01", "2026-12-05")
    visit.becomes(lambda: visit.text(own + ".calendar-line"), lambda text: "14,000" in text, "the sum of four nights")
    visit.becomes(lambda: visit.text(".detail .sum"), lambda text: "14,000" in text, "the sum that the server says")


def not_free(stage):
    """Why a couch is not free."""
    visit = stage.visit(budapest + "&id=budapest-duna-part&guests=3")
    choose_days(visit, own, "2026-12-08", "2026-12-10")
    visit.becomes(
        lambda: visit.text(".detail .sum"), lambda text: text.startswith("Not available") and "Sleeps" in text,
        "the message")


def by_touch(stage):
    visit = stage.visit(budapest + "&guests=2", **phone)
    visit.tap(chip("menu all"))
    visit.shows("#filter-panel")
    turn_to(visit, menu, "2026-12-01")
    visit.tap(menu + day("2026-12-01"))
    with visit.new_answer():
        visit.tap(menu + day("2026-12-05"))
    visit.tap("#filter-panel .done")
    see_prices(visit)


def of_others(stage):
    """A host looks at the couches of others."""
    server = stage.people()
    form = {"kind": "couch", "name": "Sofa", "lat": 47.4979, "lon": 19.0402, "timezone": "Europe/Budapest"}
    server.offer("own-couch", form, "ana")
    visit = stage.member("ana", budapest)
    visit.becomes(lambda: "own-couch" in visit.listed(), True, "the host's own couch")
    others = set(visit.listed()) - {one["id"] for one in server.send("GET", "/v1/me/hosting", by="ana")["listings"]}
    check(others, "couches of others")
    visit.choose("more", "not-host ana")
    equal(visit.chosen(), ["Not by ana"], "the chips")
    visit.becomes(lambda: set(visit.listed()), others, "the couches of others")
    reader = stage.visit(f"{budapest}&not-host=ana", server)
    equal([set(reader.listed()), reader.chosen()], [others, ["Not by ana"]], "what a link shows to others")
    server.send("DELETE", "/v1/listings/own-couch", by="ana", headers={"If-Match": "*"})


def elsewhere(stage):
    """The price of the stay of a couch that is linked, wherever the map is."""
    for view in "47.4979,19.0402,13", "48.7758,9.1729,13":
        visit = stage.visit(f"?view={view}&stay=2026-12-01..2026-12-05&id=budapest-dob-sarok")
        visit.becomes(lambda: visit.text(".detail .facts"), lambda text: "total" in text, f"the price at {view}")


def words_for_nights(stage):
    """Nights that are said by a word reach the calendar of a couch, and the address has their dates."""
    for how in "typed", "chosen", "address":
        visit = stage.visit(budapest + ("&stay=next weekend" if how == "address" else ""))
        if how == "typed":
            visit.search("couch next weekend for 2")
            with visit.new_answer():
                visit.press("Enter")
        elif how == "chosen":
            visit.choose("when", "stay next weekend")
        visit.becomes(lambda: visit.parameters().get("stay"), "2026-12-04..2026-12-06", f"{how}: the address")
        before = len([path for path, _ in visit.asked if path == "/v1/map"])
        visit.settle()
        equal(len([path for path, _ in visit.asked if path == "/v1/map"]), before, f"{how}: no question is asked twice")
        if how == "chosen":
            visit.open_menu("when")
            visit.shows(menu)
            equal(visit.attribute(chip("stay next weekend"), "aria-pressed"), "true", "the chip of the word")
            visit.close_menu()
        visit.click(".card-link")
        visit.becomes(lambda: visit.attribute(own + day("2026-12-05"), "aria-selected"), "true", f"{how}: the calendar")
        visit.becomes(lambda: visit.text(".detail .sum"), lambda text: "Available" in text, f"{how}: the sum")
    visit = stage.visit("?view=47.4979,19.0402,12&stay=tonight&id=budapest-duna-part")
    visit.becomes(lambda: visit.parameters().get("stay"), "2026-11-27..2026-11-28", "tonight in the address")
    visit.becomes(lambda: visit.attribute(own + day("2026-11-28"), "aria-selected"), "true", "the calendar")


def not_bookable(stage):
    """A couch without a host cannot be asked for, and says where it may be."""
    server = stage.server("hostless")
    visit = stage.visit("?view=48.1373,11.5754,14&id=hostless&stay=2026-12-04..2026-12-06", server)
    visit.shows(".not-bookable")
    equal(visit.attribute(".not-bookable a", "href"), "https://stays.example/42", "the link of the source")
    equal(visit.count('[data-act="sign-in"]'), 0, "a button that leads to booking")


def price_of_nights(stage):
    """As soon as nights are chosen, filter, order, counts and cards are of the price of a night of the stay."""
    server = stage.server("nights")
    visit = stage.visit("?view=48.1373,11.5754,14&kind=couch&stay=2026-12-29..2027-01-02", server)
    visit.open_menu("price")
    equal(visit.text(".price-unit"), "Per night, on your dates", "what the prices are of")
    counted = number(visit.text("#filter-panel " + chip("max-price 49.99") + " .count"))
    with visit.new_answer():
        visit.click("#filter-panel " + chip("max-price 49.99"))
    visit.close_menu()
    equal(visit.chosen(), ["Couch: 29 Dec – 2 Jan", "Under €50 per night"], "the chips")
    equal(sorted(visit.listed()), ["always-40", "gratis", "new-year-45"], "couches for less than 50 a night")
    equal(visit.total, counted, "as many as the menu said")
    with visit.new_answer():
        visit.select(".sort", "price")
    equal(visit.listed(), ["gratis", "always-40", "new-year-45"], "the cheapest nights first")
    text = visit.text('.card:has([data-id="new-year-45"]) .facts')
    check("€45 a night" in text and "€180 total" in text, f"the card: {text}")
    equal(visit.text('.pin[data-id="new-year-45"] .pin-label'), "€45", "the pin")
    visit.go("?view=48.1373,11.5754,14")
    visit.search("couch 29 dec - 2 jan under 50 €")
    with visit.new_answer():
        visit.press("Enter")
    equal(sorted(visit.listed()), ["always-40", "gratis", "new-year-45"], "couches by the words of the search box")
    # Without nights the price is the usual one.
    visit.go("?view=48.1373,11.5754,14&kind=couch&max-price=50&currency=EUR")
    equal(sorted(visit.listed()), ["always-40", "gratis", "new-year-95"], "couches without nights")
    equal(visit.chosen(), ["Up to €50"], "the chip without nights")
    # Next to bars, each has its own price.
    visit.go("?view=48.1373,11.5754,14&kind=bar,couch&stay=2026-12-29..2027-01-02&max-price=50&currency=EUR&sort=price")
    equal(visit.listed(), ["gratis", "always-40", "new-year-45", "bar-5"], "couches and bars")
