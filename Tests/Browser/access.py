"""Readers with a screen reader, or only a keyboard."""
import re

from axe_playwright_python.sync_playwright import Axe

from . import own_states, states
from .checks import check, equal
from .stage import phone
from .visit import chip

rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
axe = Axe()


def is_over_credit(node):
    """On phones the sheet lies over the names of those who made the map, which axe takes for the contrary."""
    covers = [str(each["target"]) for one in node["any"] for each in one["relatedNodes"]]
    return bool(covers) and all("leaflet-control-attribution" in target for target in covers)


def violations(visit, state):
    """The findings of axe in the visible page."""
    found = axe.run(visit.page, options={"runOnly": {"type": "tag", "values": rules}, "resultTypes": ["violations"]})
    # Marks are where listings are. Their actions are also in the list, which WCAG allows as an exception.
    is_mark = lambda node: re.search(r'class="[^"]*\b(pin|stop|cluster|outing-mark)\b', node["html"])
    for one in found.response["violations"]:
        if one["id"] == "target-size":
            one["nodes"] = [node for node in one["nodes"] if not is_mark(node) and not is_over_credit(node)]
    return [
        f"{state}: {one['id']} ({one['help']}): " + "; ".join(str(node["target"][0]) for node in one["nodes"][:3])
        for one in found.response["violations"] if one["nodes"]
    ]


def no_violations(stage, chosen, **options):
    visit, found = stage.tab(**options), []
    visit.expected = ["Failed to load resource"]
    for name in chosen:
        states.everything[name](visit)
        found += violations(visit, name)
    check(not found, "\n  " + "\n  ".join(found))


few = ["start", "menu when", "menu more", "a couch", "a bar", "nothing fits", "completions", "meet", "evening"]


def light(stage):
    no_violations(stage, few if stage.is_short else states.everything)


def dark(stage):
    names = ["start", "menu when", "a bar", "a couch", "nothing fits", "evening", "clusters"]
    no_violations(stage, names, color_scheme="dark")


def on_tablet(stage):
    names = ["start", "menu when", "a couch", "a bar", "nothing fits", "evening", "favourites"]
    no_violations(stage, names, viewport={"width": 768, "height": 1024}, has_touch=True)


def on_phone(stage):
    no_violations(stage, ["start", "menu when", "a couch", "nothing fits", "evening"], **phone)
    visit = stage.visit(**phone)
    for _ in range(2):
        visit.tap(".handle")
        found = violations(visit, "sheet")
        check(not found, "\n  ".join(found))


def members(stage):
    """What members see."""
    found = []
    few = ["register", "account", "hosting", "conversation"]
    for name, visit in own_states.visits(stage, few if stage.is_short else None):
        found += violations(visit, name)
    check(not found, "\n  " + "\n  ".join(found))


def members_elsewhere(stage):
    """The same in the dark, on a phone, in German."""
    found = []
    for options in {"color_scheme": "dark", "locale": "de-DE"}, phone:
        for name, visit in own_states.visits(stage, **options):
            found += violations(visit, name)
    check(not found, "\n  " + "\n  ".join(found))


def in_trouble(stage):
    """Errors, banners, and no connection."""
    no_violations(stage, states.troubles, **(phone if stage.is_short else {}))
    if not stage.is_short:
        no_violations(stage, states.troubles, color_scheme="dark", locale="de-DE", **phone)


def german(stage):
    no_violations(stage, ["start", "menu when", "a couch", "nothing fits", "meet"], locale="de-DE")


def in_german(stage):
    """The language of the browser, and another one that is chosen."""
    visit = stage.visit(locale="de-DE")
    equal(visit.attribute("html", "lang"), "de", "the language")
    check("Couches" in visit.text(chip("couch")), "the kinds")
    check("Bars" in visit.text(".results-heading"), visit.text(".results-heading"))
    facts = visit.text(".card .facts")
    check("," in facts and "€" in facts, f"numbers: {facts}")
    visit.search("jetzt offen unter 5 €")
    with visit.new_answer():
        visit.press("Enter")
    equal(len(visit.chosen()), 2, f"wishes in German: {visit.chosen()}")
    visit.click('[popovertarget="preferences"]')
    visit.select(".language", "en")
    visit.until("() => document.documentElement.lang === 'en'")
    visit.until("() => performance.getEntriesByName('vicinity-answer').length")
    equal(len(visit.chosen()), 2, "the filters in English")


# MARK: The keyboard

has_outline = """() => {
  const one = document.activeElement;
  const near = [one, ...one.querySelectorAll('*'), one.closest('.search'), one.closest('label')].filter(Boolean);
  return near.some((part) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(part);
    const isOutlined = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && part.clientWidth !== 1;
    return isOutlined || (part.matches('.search') && boxShadow !== 'none');
  });
}"""

region = """() => {
  const one = document.activeElement;
  return ['.skip', '#search', '#places', '#filters', '#panel', '#map-area'].findIndex((part) => one?.closest(part));
}"""


def focus(stage):
    """The focus can be seen everywhere, and goes on in the order of reading."""
    visit = stage.visit("?kind=couch&view=47.4979,19.0402,13")
    visit.press("Tab")
    equal(visit.focused(), "skip", "the first stop")
    check(visit.page.locator("#skip").bounding_box()["x"] >= 0, "the skip link is seen")
    visit.press("Enter")
    visit.tab_to("#panel *", most=2)
    visit.go("?kind=couch&view=47.4979,19.0402,13")
    visit.press("Tab", "Tab")
    equal(visit.focused(), "skip-to-map", "the second stop")
    visit.press("Enter")
    visit.tab_to("#map-tools *", most=1)
    visit.page.evaluate("document.activeElement.blur()")
    visit.go("?kind=couch&view=47.4979,19.0402,13")
    last, seen = 0, set()
    for _ in range(150):
        visit.press("Tab")
        name, here = visit.focused(), visit.page.evaluate(region)
        if name == "body":
            break
        check(visit.page.evaluate(has_outline), f"the focus on {name!r} cannot be seen")
        check(here >= last, f"the tab key goes back to {name!r}")
        last = here
        seen.add(here)
    equal(seen, set(range(6)), "parts that the tab key reaches")


def menus(stage):
    """Menus by keyboard: Escape closes each, and the focus returns."""
    visit = stage.visit()
    for menu in "when", "price", "rating", "tags", "more":
        visit.tab_to(chip(f"menu {menu}"))
        visit.press("Enter")
        visit.shows("#filter-panel")
        is_inside = visit.page.evaluate("Boolean(document.activeElement.closest('#filter-panel'))")
        check(is_inside, f"{menu}: the focus is in the menu")
        visit.press("Escape")
        visit.hides("#filter-panel")
        equal(visit.focused(), f"menu {menu}", "the focus after Escape")
        visit.press("Enter")
        visit.shows("#filter-panel")
        visit.tab_to("#filter-panel .done")
        visit.press("Enter")
        visit.hides("#filter-panel")
        equal(visit.focused(), f"menu {menu}", "the focus after Done")
    visit.press("Enter")
    visit.shows("#filter-panel")
    visit.click("#panel .results-heading")
    visit.shows("#filter-panel")


minutes_later = """() => {
  const { now } = Date;
  Date.now = () => now.call(Date) + 120_000;
  document.dispatchEvent(new Event('visibilitychange'));
}"""


def focus_stays(stage):
    """The focus is not lost when an element disappears."""
    visit = stage.visit("?view=48.7758,9.1729,13&tag=cocktails&min-rating=4&max-price=9")
    while visit.chosen():
        visit.page.locator(".chosen .chip").first.focus()
        with visit.new_answer():
            visit.press("Enter")
        check(visit.focused() != "body", "the focus after removing a chip")
    for selector in ".card-link", '[data-place="favourites"]', '[data-place="evening"]', '[data-place=""]':
        visit.page.locator(selector).first.focus()
        visit.press("Enter")
        visit.page.wait_for_timeout(0)
        check(visit.focused() != "body", f"the focus after {selector}")
        if selector == ".card-link":
            visit.shows(".detail .actions")
            visit.page.locator(".detail .chips .chip").first.focus()
            with visit.new_answer():
                visit.press("Enter")
            check(visit.focused() != "body", "the focus after a tag of a detail")
    visit.go()
    for selector in ".card-link", ".heart":
        visit.page.locator(selector).nth(3).focus()
        name = visit.focused()
        with visit.new_answer():
            visit.page.evaluate(minutes_later)
        equal(visit.focused(), name, f"the focus on {selector} when the list is requested again")
    visit.go("?view=48.7758,9.1729,13&tag=cocktails,jazz&min-rating=4")
    visit.page.locator(chip("clear")).focus()
    with visit.new_answer():
        visit.press("Enter")
    check(visit.focused() != "body", "the focus after clearing all")
