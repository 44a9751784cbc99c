"""A visitor looks for a bar."""
from .checks import check, equal
from .stage import phone
from .visit import chip, number


def agree(visit, text):
    """List and map show the same listings."""
    visit.becomes(lambda: set(visit.pins()) - set(visit.listed()), set(), f"{text}: ids on the map alone")
    visit.becomes(lambda: visit.shown, len(visit.listed()), f"{text}: what the marks stand for")
    equal(visit.total, len(visit.listed()), f"{text}: the heading")


def list_and_map(stage):
    visit = stage.visit()
    check(visit.total >= 60, f"{visit.total} listings at the beginning")
    agree(visit, "at the beginning")
    for kind, name in (("event", "46.5446,24.562,14"), ("couch", "47.4979,19.0402,12")):
        visit.go(f"?view={name}")
        check(visit.total > 5, f"{visit.total} listings at {name}")
        agree(visit, kind)
        check(any(identifier.startswith(("mures", "budapest")) for identifier in visit.listed()), name)


def open_now(stage):
    visit = stage.visit()
    before = visit.total
    visit.choose("when", "open now")
    equal(visit.chosen(), ["Open: now"], "the chips")
    check(0 < visit.total < before, f"{visit.total} of {before} are open")
    for identifier in visit.listed():
        state = visit.server.ask(f"/v1/listings/{identifier}/hours")["state"]
        # A bar without a closing time is open from its opening on, unless more is known.
        check(state == "open" or "+" in visit.server.listing(identifier)["openingHours"], f"{identifier} is {state}")
    agree(visit, "open now")
    with visit.new_answer():
        visit.click(".chosen .chip.is-on")
    visit.settle()
    equal(visit.total, before, "after one tap on the chip")
    check(not visit.has(".chosen"), "no chip is left")


def new_listings(stage):
    """The listings that were added in the last week or month."""
    languages = ("en-GB", "New this week", "New this month"), ("de-DE", "Neu diese Woche", "Neu diesen Monat")
    for locale, week, month in languages:
        visit = stage.visit("?view=48.137,11.575,14", stage.server("added"), locale=locale)
        visit.choose("more", "listed-since 7d")
        equal(visit.chosen(), [week], "the chip of the week")
        equal(visit.parameters().get("listed-since"), "7d", "the address")
        equal(visit.listed(), ["week"], "the listings of the week")
        visit.choose("more", "listed-since 30d")
        equal(visit.chosen(), [month], "the chip of the month")
        equal(sorted(visit.listed()), ["month", "week"], "the listings of the month")
        agree(visit, month)
        with visit.new_answer():
            visit.click(".chosen .chip.is-on")
        equal(sorted(visit.listed()), ["month", "old", "week"], "all listings")
        check(not visit.has(".chosen") and "listed-since" not in visit.parameters(), "the filter is still there")


def counts(stage):
    """Filters lead to as many listings as their counts say."""
    visit = stage.visit()
    for menu in "tags", "price", "rating", "more":
        visit.open_menu(menu)
        group = f'#filter-panel [data-group="{menu}"]'
        chips = visit.page.locator(f"{group} .chip:has(.count)")
        # The last one that fits some, which is not the whole.
        counted = [(index, number(text)) for index, text in enumerate(visit.texts(f"{group} .chip .count"))]
        fitting = [(index, count) for index, count in counted if 0 < count < visit.total]
        check(fitting, f"no filter of {menu} has a count: {counted}")
        index, count = fitting[-1]
        with visit.new_answer():
            chips.nth(index).click()
        equal(visit.total, count, f"listings after a tap on a filter of {menu} with this count")
        agree(visit, menu)
        visit.close_menu()
        visit.settle()
        equal(visit.total, count, f"listings some time after a tap on a filter of {menu}")
        with visit.new_answer():
            visit.click(".chosen .chip.is-on")
        visit.settle()
    for kind in "bar", "event", "couch":
        count = number(visit.text(f"{chip(kind)} .count"))
        with visit.new_answer():
            visit.click(chip(kind))
        equal(visit.total, count, f"listings of the kind {kind}")
        with visit.new_answer():
            visit.click(chip(kind))


def prices_and_ratings(stage):
    visit = stage.visit()
    visit.choose("price", "max-price 4.99")
    visit.choose("rating", "min-rating 4")
    equal(visit.chosen(), ["Under €5", "★ 4 and up"], "the chips")
    equal(visit.parameters().get("currency"), "EUR", "the currency of the price")
    visit.choose("price", "max-price 4.99")
    check("currency" not in visit.parameters(), "a currency is left without its price")
    visit.choose("price", "max-price 4.99")
    for identifier in visit.listed():
        listing = visit.server.listing(identifier)
        check(listing["price"] < 5 and listing["rating"] >= 4, f"{identifier}: {listing['price']}, {listing['rating']}")
    with visit.new_answer():
        visit.select(".sort", "price")
    prices = [visit.server.listing(identifier)["price"] for identifier in visit.listed()]
    equal(prices, sorted(prices), "the cheapest first")
    with visit.new_answer():
        visit.click(chip("clear"))
    equal(visit.chosen(), [], "after clearing all")


def see_detail(visit):
    """The detail of *Tintenfass*, which is open until eleven."""
    visit.becomes(lambda: visit.text(".detail-name"), "Tintenfass", "the name")
    visit.becomes(
        lambda: visit.texts(".detail .state")[:1], ["Open · closes 23:00, in 2 h"], "the state and its next change")
    visit.shows(".hours-week")
    equal(visit.count(".hours-week tr"), 7, "days of the week")
    visit.becomes(lambda: visit.text(".hours-week tr[aria-current]"), "Fri 27 Nov16:00–23:00", "the hours of today")
    link = visit.attribute(".actions a", "href")
    check(link.startswith("https://www.openstreetmap.org/directions?to=48.77"), "a link that navigates: " + link)
    equal(visit.parameters().get("id"), "stuttgart-tintenfass", "the id in the address")
    visit.shows('#map .pin.is-active[data-id="stuttgart-tintenfass"] .pin-body')


def detail(stage):
    visit = stage.visit()
    visit.click('.card-link[data-id="stuttgart-tintenfass"]')
    see_detail(visit)
    visit.reach(".navigate summary")
    visit.click(".back")
    visit.shows(".cards")
    check("id" not in visit.parameters(), "the id has left the address")
    visit.click('.pin[data-id="stuttgart-tintenfass"] .pin-body')
    see_detail(visit)
    visit.press("Escape")
    visit.shows(".cards")


def favourites(stage):
    visit = stage.visit()
    heart = '[data-heart="stuttgart-tintenfass"]'
    visit.click(heart)
    equal(visit.attribute(heart, "aria-pressed"), "true", "the heart")
    visit.shows('.pin.is-favourite[data-id="stuttgart-tintenfass"] .pin-body')
    visit.open_favourites()
    equal(visit.listed(), ["stuttgart-tintenfass"], "favourites")
    equal(visit.text(".results-heading"), "One favorite", "the heading")
    visit.reload()
    visit.shows(".favourites")
    equal(visit.listed(), ["stuttgart-tintenfass"], "favourites after a reload")
    visit.click(".card-link")
    see_detail(visit)
    visit.click(".back")
    visit.becomes(visit.focused, lambda name: "Tintenfass" in name, "the focus after going back")
    visit.click(heart)
    visit.becomes(visit.listed, [], "favourites after a tap on the heart")
    visit.click('[data-place=""]')
    visit.shows(f'{heart}[aria-pressed="false"]')


def favourites_today(stage):
    """The favorites that are open or take place today."""
    visit = stage.visit()
    visit.click('[data-heart="stuttgart-tintenfass"]')
    visit.go("?view=47.4979,19.0402,12&kind=couch")
    visit.click(".heart")
    visit.open_favourites()
    both = visit.listed()
    equal(len(both), 2, "favourites")
    today = chip("favourites today")
    visit.click(today)
    visit.becomes(visit.listed, ["stuttgart-tintenfass"], "favourites of today")
    visit.click(today)
    visit.becomes(visit.listed, both, "all favourites again")


def by_keyboard(stage):
    visit = stage.visit()
    before = visit.total
    visit.tab_to(chip("menu when"))
    visit.press("Enter")
    visit.shows("#filter-panel")
    visit.tab_to(chip("open now"))
    with visit.new_answer():
        visit.press("Enter")
    equal(visit.focused(), "open now", "the focus after a choice")
    visit.press("Escape")
    visit.hides("#filter-panel")
    equal(visit.focused(), "menu when", "the focus after closing the menu")
    check(visit.total < before, "fewer are open")
    visit.tab_to(".chosen .chip")
    with visit.new_answer():
        visit.press("Enter")
    visit.settle()
    equal(visit.total, before, "after removing the chip")
    check(visit.focused() != "body", "the focus is not lost with the chip")
    visit.tab_to('.card-link[data-id="stuttgart-tintenfass"]')
    visit.shows('#map .pin.is-active[data-id="stuttgart-tintenfass"] .pin-body')
    visit.press("Enter")
    see_detail(visit)
    equal(visit.focused(), "Tintenfass", "the focus in the detail")
    visit.tab_to(".detail .heart", key="Shift+Tab")
    visit.press("Space")
    equal(visit.attribute(".detail .heart", "aria-pressed"), "true", "the heart")
    visit.press("Escape")
    visit.becomes(visit.focused, lambda name: "Tintenfass" in name, "the focus after closing")
    visit.tab_to('[data-place="favourites"]', key="Shift+Tab")
    visit.press("Enter")
    visit.becomes(visit.listed, ["stuttgart-tintenfass"], "favourites")


def by_touch(stage):
    visit = stage.visit(**phone)
    before = visit.total
    visit.tap(chip("menu all"))
    visit.shows("#filter-panel")
    with visit.new_answer():
        visit.tap(chip("open now"))
    visit.tap("#filter-panel .done")
    visit.hides("#filter-panel")
    check(visit.total < before, "fewer are open")
    with visit.new_answer():
        visit.tap(".chosen .chip.is-on")
    visit.settle()
    equal(visit.total, before, "after removing the chip")
    agree(visit, "on a phone")
    visit.tap('.card-link[data-id="stuttgart-tintenfass"]')
    see_detail(visit)
    visit.tap(".detail .heart")
    visit.tap(".back")
    visit.tap('[data-place="favourites"]')
    visit.shows(".favourites")
    equal(visit.listed(), ["stuttgart-tintenfass"], "favourites")


def sheet(stage):
    """On a phone the list is a sheet in three heights."""
    visit = stage.visit(**phone)
    height = lambda: round(visit.page.locator("#panel").bounding_box()["height"])
    half = height()
    visit.tap(".handle")
    full = visit.becomes(height, lambda found: found > half, "the whole sheet")
    visit.tap(".handle")
    low = visit.becomes(height, lambda found: found < half, "the low sheet")
    visit.tap('.pin[data-id="stuttgart-tintenfass"]:not(.is-dot) .pin-body')
    visit.becomes(height, half, "the sheet rises for a detail")
    see_detail(visit)
    box = visit.page.locator(".handle").bounding_box()
    middle = box["x"] + box["width"] / 2
    visit.page.mouse.move(middle, box["y"] + 10)
    visit.page.mouse.down()
    visit.page.mouse.move(middle, box["y"] - 150, steps=4)
    visit.page.mouse.up()
    visit.becomes(height, full, "dragging the handle up")
    check(low < half < full, f"heights {low}, {half}, {full}")


def hours_today(stage):
    """The hours of today are next to today, without those of last night."""
    visit = stage.visit("?view=48.7758,9.1729,13&id=stuttgart-brennglas")
    visit.shows(".hours-week")
    today = visit.text(".hours-week tr[aria-current='date'] td")
    check("until" not in today and today.startswith("18:00"), f"hours of today: {today}")


def not_in_business(stage):
    """A place that is not in business says so, and its hours are not shown as if they held."""
    for status, locale, text in (
        ("temporarily closed", "en-GB", "Temporarily closed"), ("closed", "de-DE", "Dauerhaft geschlossen"),
        ("planned", "en-GB", "Not open yet"),
    ):
        visit = stage.tab(locale=locale)
        listing = {**visit.server.listing("stuttgart-brennglas"), "operatingStatus": status}
        visit.page.route("**/v1/listings/stuttgart-brennglas", lambda route: route.fulfill(json=listing))
        visit.go("?view=48.7758,9.1729,13&id=stuttgart-brennglas")
        visit.shows(".detail .actions")
        equal(visit.text(".detail .state"), text, f"the state of what is {status}")
        equal(visit.count(".hours-week"), 0, "hours of the week")
        check(status not in visit.text(".detail-body"), "the word of the server")
