"""A visitor moves the map."""
from .bars import agree
from .checks import check, equal
from .stage import phone
from .visit import chip, number

europe = "?view=48.5,9,5"
most = 300
"""The most markers at once."""


def search_as_I_move(stage):
    visit = stage.visit()
    before = visit.listed()
    with visit.new_answer():
        visit.drag_map(-300, 60)
    visit.becomes(visit.listed, lambda ids: ids != before, "another list after dragging")
    agree(visit, "after dragging")
    check("view" in visit.parameters(), "the view is in the address")


def search_this_area(stage):
    visit = stage.visit()
    visit.click(".follow")
    visit.becomes(lambda: visit.parameters().get("follow"), "no", "the address")
    before, answers = visit.listed(), visit.answers
    visit.drag_map(-300, 60)
    visit.shows("#search-here")
    equal([visit.listed(), visit.answers], [before, answers], "without a search the list stays")
    with visit.new_answer():
        visit.click("#search-here")
    visit.hides("#search-here")
    check(visit.listed() != before, "another list")
    agree(visit, "this area")
    visit.drag_map(200, 0)
    visit.shows("#search-here")
    with visit.new_answer():
        visit.click(".follow")
    visit.hides("#search-here")


def following_and_back(stage):
    """Back and forward restore whether the map searches as it moves."""
    visit = stage.visit()
    with visit.new_answer():
        visit.click(chip("bar"))
    visit.click(".follow")
    visit.becomes(lambda: visit.parameters().get("follow"), "no", "the address")
    checked = lambda: visit.page.is_checked(".follow input")
    visit.page.go_back()
    visit.becomes(lambda: [visit.parameters().get("follow"), checked()], [None, True], "back")
    visit.page.go_forward()
    visit.becomes(lambda: [visit.parameters().get("follow"), checked()], ["no", False], "forward")


later = """() => {
  const { now } = Date;
  Date.now = () => now() + 300_000;
  document.dispatchEvent(new Event('visibilitychange'));
}"""


def renewed(stage):
    """Opening states are queried again after a few minutes, for the area that was searched."""
    visit = stage.visit()
    visit.click(".follow")
    visit.drag_map(-300, 60)
    visit.shows("#search-here")
    with visit.new_answer():
        visit.page.evaluate(later)
    first, last = [body for path, body in visit.asked if path == "/v1/map"]
    equal(last, first, "what is asked after some minutes")
    check(visit.has("#search-here"), "the button that searches the area is gone")


def elsewhere_without_following(stage):
    """A chosen place shows its listings, also when moving does not search."""
    visit = stage.visit("?follow=no", reduced_motion="no-preference")
    visit.search("Budapest")
    place = "#search .options li:has(use[href='#icon-city'])"
    visit.shows(place)
    visit.click(place)
    visit.becomes(lambda: any(one.startswith("budapest") for one in visit.listed()), True, "listings of Budapest")
    visit.page.go_back()
    visit.becomes(
        lambda: any(one.startswith("stuttgart") for one in visit.listed()), True, "back: listings of Stuttgart")


def clusters(stage):
    """Counts add up, and a click on one shows its listings."""
    visit = stage.visit(
        "?view=49,8,8" if stage.is_short else europe, stage.server("large"), reduced_motion="no-preference")
    visit.becomes(lambda: visit.shown, visit.total, "what the marks stand for")
    check(len(visit.clusters()) > 5, f"{len(visit.clusters())} clusters")
    for _ in range(17):
        visit.becomes(lambda: visit.shown, visit.total, f"what the marks stand for at {visit.view()}")
        check(visit.markers <= most, f"{visit.markers} markers")
        # Other counts open a list, or a listing.
        several = [count for count in visit.clusters("[aria-label*=zoom]") if count > 1]
        if not several:
            break
        count, zoom = max(several), visit.view()[2]
        view = visit.parameters()["view"]
        with visit.new_answer():
            # The middle of a count may lie under a pin.
            visit.page.locator("#map .cluster[aria-label*=zoom]").nth(several.index(count)).evaluate("it => it.click()")
        visit.becomes(lambda: visit.view()[2], lambda found: found > zoom, "a click on a cluster zooms")
        visit.becomes(lambda: visit.total, lambda total: total >= count, f"listings after a click on {count}")
    check(visit.pins(), "pins in the end")
    agree(visit, "in the end")
    with visit.new_answer():
        visit.page.go_back()
    equal(visit.parameters()["view"], view, "back leads to where the last count was")
    visit.becomes(visit.clusters, lambda counts: count in counts, f"the count of {count} is there again")
    visit.becomes(lambda: visit.shown, visit.total, "what the marks stand for after going back")


whole = "#map .pin:not(.is-dot)"


def best_pins(stage):
    """With hundreds of matches the best are pins, others are dots with names."""
    visit = stage.visit("?view=49,8,8", stage.server("large"))
    check(visit.total > 100, f"{visit.total} listings")
    visit.becomes(lambda: visit.count(whole), lambda count: 10 <= count <= 20, "pins with a name or a price")
    visit.becomes(lambda: visit.shown, visit.total, "what the marks stand for")
    dot = visit.page.locator("#map .pin.is-dot").first
    dot.focus()
    check(dot.locator(".pin-name").is_visible(), "the name of a dot with the focus")
    name = dot.locator(".pin-name").text_content()
    visit.press("Enter")
    visit.becomes(lambda: visit.text(".detail-name"), name, "the listing of the dot")


def one_place(stage):
    """Listings that no zoom takes apart are a list."""
    visit = stage.visit("?view=20,20,19", stage.server("one-place"))
    visit.becomes(lambda: visit.shown, 7, "what the marks stand for")
    visit.tab_to("#map .cluster", most=100)
    visit.press("Enter")
    visit.shows(".here a")
    equal(len(visit.texts(".here a")), visit.clusters()[0], "rows of the list")
    check(visit.focused().startswith("Bar"), f"the focus: {visit.focused()}")
    visit.press("Escape")
    visit.hides(".here")
    check("at this place" in visit.focused(), f"the focus afterwards: {visit.focused()}")
    visit.click("#map .cluster")
    visit.click(".here a")
    visit.shows(".detail .actions")


def heading(stage):
    """The heading says what was found and where."""
    visit = stage.visit()
    visit.becomes(lambda: visit.text(".results-heading"), lambda text: text.endswith(" in Stuttgart"), "the heading")
    visit.go("?view=48.78,9.18,6")
    visit.becomes(lambda: visit.text(".results-heading"), lambda text: text.endswith(" in Germany"), "the country")


def clusters_by_keyboard(stage):
    visit = stage.visit(europe, stage.server("large"))
    zoom = visit.view()[2] if "view" in visit.parameters() else 5
    visit.tab_to("#map .cluster", most=500)
    count = number(visit.focused())
    with visit.new_answer():
        visit.press("Enter")
    visit.becomes(lambda: visit.view()[2], lambda found: found > zoom, "Enter on a cluster zooms")
    check(visit.total >= count, f"{visit.total} listings, not {count}")
    check(visit.focused() != "body", "the focus is lost with the cluster")


def zooms(stage):
    """Never more than 300 markers, at any zoom."""
    visit = stage.visit("", stage.server("million" if stage.is_all else "large"))
    middle = visit.asked[0][1]["near"]
    visit.go(f"?view={middle['lat']},{middle['lon']},2")
    box = visit.page.locator("#map").bounding_box()
    visit.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    seen = []
    while (zoom := visit.view()[2]) < 19:
        with visit.new_answer():
            visit.page.mouse.wheel(0, -60)
        visit.becomes(lambda: visit.view()[2], lambda found: found > zoom, "the wheel zooms")
        seen.append(visit.markers)
        check(visit.markers <= most, f"{visit.markers} markers at zoom {visit.view()[2]}")
        visit.becomes(lambda: visit.shown, visit.total, f"marks at zoom {visit.view()[2]}")
    stage.report(f"markers from zoom 2 to 19: {', '.join(map(str, seen))}")


origin_in_sight = """() => {
  const { left, right } = document.querySelector('#map .origin').getBoundingClientRect();
  return left > document.getElementById('map').getBoundingClientRect().left && right < innerWidth;
}"""


def meridian(stage):
    """Both sides of the 180th meridian at once, and the poles."""
    # A map that rolls on would not come back to where it was.
    visit = stage.visit("?view=-16.8,179.9,7", stage.server("meridian"), reduced_motion="reduce")
    equal(set(visit.listed()), {"taveuni", "rabi", "cikobia", "vanua-balavu"}, "listings round the meridian")
    agree(visit, "round the meridian")
    inside = visit.page.evaluate("""() => {
      const map = document.getElementById('map').getBoundingClientRect();
      return [...document.querySelectorAll('#map .pin-body')].every((pin) => {
        const { left, right } = pin.getBoundingClientRect();
        return left >= map.left && right <= map.right;
      });
    }""")
    check(inside, "all pins are in sight")
    for right in [-400] * 3 + [400] * 3:
        with visit.new_answer():
            visit.drag_map(right, 0, (0.5 - right / 1200, 0.8))
    visit.becomes(
        lambda: set(visit.listed()), {"taveuni", "rabi", "cikobia", "vanua-balavu"}, "after going round and back")
    visit.go("?view=-16.8,-179.9,7")
    equal(set(visit.pins()), {"taveuni", "rabi", "cikobia", "vanua-balavu"}, "from the other side")
    visit.go("?view=-16.8,179,7&near=-16.8,179.95")
    with visit.new_answer():
        visit.drag_map(-400, 0, (0.7, 0.8))
    check(visit.view()[1] < 0, f"the map has gone round: {visit.view()}")
    visit.becomes(lambda: visit.page.evaluate(origin_in_sight), True, "the place of distances is in sight")
    visit.go("?view=84,20,2")
    check("north-pole" in visit.listed(), f"the north pole: {visit.listed()}")
    visit.go("?view=0,0,1")
    equal(visit.shown, 7, "the whole world")
    equal(visit.total, 7, "the whole world")


def by_touch(stage):
    visit = stage.visit(**phone)
    before = visit.listed()
    touch = visit.page.context.new_cdp_session(visit.page)
    with visit.new_answer():
        points = [{"x": 200 - 25 * step, "y": 300} for step in range(6)]
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points[:1]})
        for point in points[1:]:
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    visit.becomes(visit.listed, lambda ids: ids != before, "another list after dragging by touch")


def arrow_keys(stage):
    visit = stage.visit()
    visit.tab_to("#map")
    before = visit.listed()
    for _ in range(3):
        with visit.new_answer():
            visit.press("ArrowRight")
    check(visit.listed() != before, "another list after moving with arrow keys")
    zoom = visit.view()[2]
    with visit.new_answer():
        visit.press("+")
    visit.becomes(lambda: visit.view()[2], zoom + 1, "the key + zooms")
