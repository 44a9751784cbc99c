"""A visitor goes back, reloads, or sends a link."""
from .checks import check, equal
from .visit import chip


def back_and_forward(stage):
    visit = stage.visit()
    before = visit.total
    visit.choose("when", "open now")
    filtered = visit.total
    visit.click('.card-link[data-id="stuttgart-tintenfass"]')
    visit.shows(".hours-week")
    visit.page.go_back()
    visit.shows(".cards")
    equal(visit.chosen(), ["Open: now"], "back: the filter stays")
    visit.becomes(visit.focused, lambda name: "Tintenfass" in name, "back: the focus")
    with visit.new_answer():
        visit.page.go_back()
    equal(visit.chosen(), [], "back again: the filters")
    visit.becomes(lambda: visit.total, before, "back again: listings")
    with visit.new_answer():
        visit.page.go_forward()
    visit.becomes(lambda: visit.total, filtered, "forward: listings")
    visit.page.go_forward()
    visit.becomes(lambda: visit.text(".detail-name"), "Tintenfass", "forward: the detail")


def go_to_budapest(visit):
    visit.search("Budapest")
    place = "#search .options li:has(use[href='#icon-city'])"
    visit.shows(place)
    with visit.new_answer():
        visit.click(place)
    visit.becomes(visit.view, lambda found: found[0] < 48, "the view of Budapest")


def back_to_a_view(stage):
    visit = stage.visit(reduced_motion="no-preference")
    view = visit.view() if "view" in visit.parameters() else None
    go_to_budapest(visit)
    visit.becomes(lambda: any(one.startswith("budapest") for one in visit.listed()), True, "listings of Budapest")
    visit.page.go_back()
    visit.becomes(
        lambda: any(one.startswith("stuttgart") for one in visit.listed()), True, "back: listings of Stuttgart")
    check(view is None or visit.view() == view, f"back: {visit.view()}, not {view}")
    visit.page.go_forward()
    visit.becomes(
        lambda: any(one.startswith("budapest") for one in visit.listed()), True, "forward: listings of Budapest")


def reload(stage):
    visit = stage.visit()
    visit.choose("tags", "tag cocktails")
    with visit.new_answer():
        visit.select(".sort", "-rating")
    with visit.new_answer():
        visit.click(".leaflet-control-zoom-in")
    visit.click(".card-link")
    visit.shows(".hours-week, .part")
    seen = lambda: [visit.page.url, visit.text(".detail-name"), visit.chosen(), sorted(visit.pins())]
    before = seen()
    visit.reload()
    visit.becomes(seen, before, "after a reload")
    visit.click(".back")
    visit.shows(".cards")
    equal(visit.page.input_value(".sort"), "-rating", "the order")


def beginning(stage):
    """An address without a view begins where most listings are, later where one looked last."""
    visit = stage.visit()
    start = visit.asked[0][1]["near"]
    check(abs(start["lat"] - 48.77) < 0.05 and abs(start["lon"] - 9.17) < 0.05, f"the beginning: {start}")
    go_to_budapest(visit)
    visit.until("() => JSON.parse(localStorage.getItem('vicinity.view'))?.lat < 48")
    visit.go()
    check(visit.asked[-1][1]["near"]["lat"] < 48, "the beginning of the next visit")


def near_link(stage):
    """A link with a place, as chats send it, opens the map there."""
    visit = stage.visit("?near=46.5446,24.562&sort=distance")
    asked = visit.asked[-1][1]
    equal(asked["near"], {"lat": 46.5446, "lon": 24.562}, "the place from which distances are measured")
    west, south, east, north = asked["within"]["bbox"]
    check(west < 24.562 < east and south < 46.5446 < north, f"the map shows the place: {asked['within']['bbox']}")
    visit.shows("#map .origin")


def what_is_near(stage):
    visit = stage.visit("?view=48.7758,9.1729,13&id=stuttgart-tintenfass")
    visit.shows(".actions")
    with visit.new_answer():
        visit.click('.action:has-text("What’s nearby")')
    equal(visit.page.input_value(".sort"), "distance", "the order")
    visit.becomes(lambda: visit.listed()[:1], ["stuttgart-tintenfass"], "the nearest")
    facts = visit.texts(".card .facts")
    check(all(" m" in text or " km" in text for text in facts), f"distances: {facts[:3]}")
    check(visit.view()[2] >= 15, f"the zoom: {visit.view()}")
    check(visit.focused() != "body", "the focus is lost")
    visit.page.go_back()
    visit.becomes(lambda: visit.has(".detail-name") and visit.text(".detail-name"), "Tintenfass", "back: the detail")


def share(stage):
    """A link opens the same listing in another tab, and tabs share favorites."""
    context = stage.context({"permissions": ["clipboard-read", "clipboard-write"]})
    one = stage.visit("?view=39.9526,-75.1652,12&kind=event", context=context)
    one.click(".card-link")
    one.shows(".actions")
    one.click('.action:has-text("Share")')
    one.becomes(lambda: one.text(".actions [aria-live]"), "Link copied", "the message")
    link = one.page.evaluate("navigator.clipboard.readText()")
    two = stage.tab(context=context)
    two.page.goto(link)
    two.becomes(
        lambda: two.text(".detail-name"), lambda name: name == one.text(".detail-name"), "the listing of the link")
    two.becomes(lambda: sorted(two.pins()), lambda ids: ids == sorted(one.pins()), "the map of the link")
    two.shows(".detail .heart")
    two.click(".detail .heart")
    one.shows('.detail .heart[aria-pressed="true"]')
    one.open_favourites()
    equal(len(one.listed()), 1, "favourites in the other tab")
    two.click(".detail .heart")
    one.becomes(one.listed, [], "favourites in the other tab")
