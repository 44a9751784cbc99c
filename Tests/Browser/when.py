"""A visitor chooses a time."""
from .bars import agree
from .checks import check, equal
from .couches import choose_days, menu
from .events import mures
from .visit import chip

present = """() => {
  const days = (filter) => document.querySelectorAll(
    `#filter-panel section:has([data-chip^="${filter}"]) .calendar [aria-selected=true]`).length;
  return [days('stay'), document.querySelector('#guests').value, document.querySelector('#open-at').value,
    days('during')];
}"""


def slider(stage):
    """A time of tonight, by clicks on a slider."""
    visit = stage.visit()
    visit.open_menu("when")
    box = visit.page.locator("#open-at").bounding_box()
    for fraction, time, date in (0.5, "00:00", "2026-11-28"), (0.25, "21:00", "2026-11-27"):
        # The middle of the knob goes from half its width to half its width before the end.
        x = 8 + (box["width"] - 16) * fraction
        with visit.new_answer():
            visit.page.locator("#open-at").click(position={"x": x, "y": box["height"] / 2})
        visit.becomes(lambda: visit.parameters().get("open"), f"{date}T{time}", "the time in the address")
        equal(visit.text(".slider-value"), time, "the time beside the slider")
        agree(visit, f"open at {time}")


def chips_and_menu(stage):
    """The menu shows the current state, also when its chip is removed."""
    visit = stage.visit("?view=46.5446,24.562,13&open=23:30&during=2026-12-05..2026-12-07")
    visit.open_menu("when")
    visit.shows(menu)
    beginning = visit.page.evaluate(present)
    equal(beginning, [0, "1", "11", 2], "nights, guests, step of the slider, and days at the beginning")
    choose_days(visit, menu, "2026-12-01", "2026-12-05")
    visit.fill("#guests", "2")
    with visit.new_answer():
        visit.press("Tab")
    equal(visit.page.evaluate(present)[:2], [5, "2"], "days and guests")
    while visit.chosen():
        with visit.new_answer():
            visit.click(".chosen .chip.is-on")
    visit.shows(menu)
    equal(visit.page.evaluate(present), [0, "1", "8", 0], "what the menu shows without filters")


def on_and_over(stage):
    """Events that are on now, and those that are over."""
    visit = stage.visit(mures)
    for word in "running", "past":
        visit.open_menu("when")
        with visit.new_answer():
            visit.click("#filter-panel " + chip(f"during {word}"))
        visit.close_menu()
        within = {"bbox": visit.asked[-1][1]["within"]["bbox"]}
        query = {"kinds": ["event"], "during": word, "within": within, "limit": 100, "fields": ["id"]}
        found = [result["id"] for result in visit.server.ask("/v1/query", query)["results"]]
        check(found, f"no event is {word}")
        equal(set(visit.listed()), set(found), f"events {word}")
        agree(visit, word)
