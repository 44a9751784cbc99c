"""Catalogs that are not as usual."""
from .bars import agree
from .catalogs import identifiers, texts
from .checks import check, equal
from .visit import chip

fits = """() => [document.documentElement, document.getElementById('panel')]
  .every((part) => part.scrollWidth <= part.clientWidth)"""


def without_hours(stage):
    visit = stage.visit("?view=20.002,20,16", stage.server("without-hours"))
    equal(visit.total, 5, "listings")
    agree(visit, "without hours")
    equal(visit.texts(".card .state"), [], "what is unknown is not said")
    visit.click(".card-link")
    visit.shows(".detail .state")
    visit.becomes(lambda: visit.attribute(".detail-body", "aria-busy"), None, "the detail is there")
    check(not visit.has(".hours-week"), "no table of hours")
    visit.click(".back")
    visit.choose("when", "open now")
    equal(visit.total, 0, "open now")


def without_prices(stage):
    visit = stage.visit("?view=20.002,20,16", stage.server("without-prices"))
    equal(visit.total, 5, "listings")
    check(all(visit.texts(".pin-label")), "pins without a price have a name")
    visit.open_menu("price")
    check(visit.has("#filter-panel .done"), "the menu of prices opens")
    visit.close_menu()


def empty(stage):
    visit = stage.visit("", stage.server("empty"))
    equal(visit.total, 0, "listings")
    visit.shows(".empty")
    check("There are no listings yet." in visit.text(".empty"), visit.text(".empty"))
    check(visit.asked[0][1]["within"]["bbox"][0] <= -90, f"the whole world is shown: {visit.asked[0][1]['within']}")
    for menu in "when", "price", "rating", "tags", "more":
        visit.open_menu(menu)
        visit.close_menu()
    visit.search("anything")
    with visit.new_answer():
        visit.press("Enter")
    equal(visit.total, 0, "after a search")


def names(stage):
    """Names are text, whatever they hold."""
    visit = stage.visit("?view=10.004,10.001,15&kind=bar", stage.server("odd"))
    agree(visit, "odd names")
    for name, text in texts.items():
        identifier = f"text-{name}"
        shown = visit.text(f'.card-link[data-id="{identifier}"] .card-name')
        equal(shown, text.strip(), f"the name {name}")
        visit.go(f"?view=10.004,10.001,15&id={identifier}")
        visit.shows(".detail .actions")
        equal(visit.text(".detail-name"), text.strip(), f"the heading {name}")
        check(visit.page.evaluate(fits), f"the name {name} makes the page too wide")
        visit.click(".back")
        visit.shows(".cards")
    equal(visit.page.title(), "Vicinity", "the title: no markup ran")
    visit.choose("tags", "tag <b>tag</b>")
    equal(visit.chosen(), ["<b>tag</b>"], "a tag with markup")
    equal(visit.count("#map b, .card b, .chip b"), 0, "elements made of names")


def ids(stage):
    """Ids may hold every character."""
    server = stage.server("odd")
    visit = stage.visit("?view=10.004,10.01,15", server)
    for index, identifier in enumerate(identifiers):
        check(identifier in visit.listed(), f"{identifier} is listed: {visit.listed()}")
        visit.page.locator(".card-link").nth(visit.listed().index(identifier)).click()
        visit.becomes(lambda: visit.text(".detail-name"), f"Number {index}", identifier)
        visit.shows(".detail .actions")
        equal(visit.parameters().get("id"), identifier, "the id in the address")
        visit.click(".detail .heart")
        if index % (3 if stage.is_short else 1) == 0:
            visit.reload()
            visit.shows(".detail .actions")
            equal(visit.text(".detail-name"), f"Number {index}", f"{identifier} after a reload")
            equal(visit.attribute(".detail .heart", "aria-pressed"), "true", f"{identifier} is saved")
        visit.press("Escape")
        visit.shows(".cards")
    visit.open_favourites()
    equal(sorted(visit.listed()), sorted(identifiers), "favourites")


def tags(stage):
    """Tags with commas are one filter each, and those of OpenStreetMap are read as words."""
    server = stage.server("odd")
    words_of = {"wine,beer": "wine,beer", "100%": "100%", "cuisine:middle_eastern": "cuisine: middle eastern"}
    for tag, words in words_of.items():
        visit = stage.visit("?view=10.0045,10.02,16&id=odd-tags", server)
        with visit.new_answer():
            visit.click(chip(f"detail {tag}"))
        equal(visit.chosen(), [words], "the chips")
        equal(visit.asked[-1][1]["tags"], {"all": [tag]}, "what is asked")
        visit.reload()
        equal([visit.listed(), visit.chosen()], [["odd-tags"], [words]], "after a reload")


def links(stage):
    """Links lead only to web addresses, and an invalid address does not affect the rest of a listing."""
    server = stage.server("odd")
    visit = stage.visit("?view=10.003,10.02,16&id=links", server)
    visit.shows(".detail .links")
    addresses = visit.page.eval_on_selector_all(".detail a", "list => list.map((one) => one.href)")
    check("https://fine.example/x" in addresses and "tel:+497111" in addresses, f"links: {addresses}")
    check(not any(address.startswith("javascript") for address in addresses), f"links: {addresses}")
    visit = stage.visit("?view=10.003,10.02,16&id=no-address", server)
    visit.shows(".detail .actions")


def large(stage):
    visit = stage.visit("?view=48.2,16.37,11", stage.server("large"))
    check(visit.total > 100, f"{visit.total} listings")
    equal(len(visit.listed()), 100, "the first page")
    visit.click('button:has-text("More results")')
    visit.becomes(lambda: len(visit.listed()), lambda count: count > 100, "the next page")
    check(len(set(visit.listed())) == len(visit.listed()), "no listing twice")
    check(visit.focused() != "body", "the focus is on the first new one")
    visit.click('.card-link >> nth=0')
    visit.shows(".detail .actions")
