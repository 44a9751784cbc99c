"""A visitor looks for an event, or a party."""
import datetime

from .bars import agree
from .checks import check, equal
from .couches import day, turn_to
from .visit import chip

mures = "?view=46.5446,24.562,13&kind=event"


def days(stage):
    """Events of tonight, of the weekend and between two dates."""
    visit = stage.visit(mures)
    before = visit.total
    box = visit.asked[-1][1]["within"]["bbox"]
    for word in "tonight", "weekend", "this week":
        visit.open_menu("when")
        with visit.new_answer():
            visit.click("#filter-panel " + chip(f"during {word}"))
        visit.close_menu()
        within = {"bbox": visit.asked[-1][1]["within"]["bbox"]}
        query = {"kinds": ["event"], "during": word, "within": within, "total": True, "limit": 0}
        equal(visit.total, visit.server.ask("/v1/query", query)["total"], f"events {word}")
        check(0 < visit.total <= before, f"{visit.total} events {word}")
        agree(visit, word)
    visit.open_menu("when")
    calendar = '#filter-panel section:has([data-chip^="during"]) .calendar '
    turn_to(visit, calendar, "2026-12-05")
    visit.click(calendar + day("2026-12-05"))
    with visit.new_answer():
        visit.click(calendar + day("2026-12-06"))
    visit.becomes(lambda: visit.parameters().get("during"), "2026-12-05..2026-12-07", "the dates in the address")
    visit.close_menu()
    check(box, "the map has a box")
    for identifier in visit.listed():
        dates = visit.server.ask(f"/v1/listings/{identifier}/occurrences?during=2026-12-05..2026-12-07")["results"]
        check(dates, f"{identifier} does not take place on these dates")
    check(visit.listed(), "events on these dates")


def soonest(stage):
    visit = stage.visit(mures)
    with visit.new_answer():
        visit.select(".sort", "start")
    starts = [datetime.datetime.fromisoformat(result["starts"]) for result in visit.asked_again()["results"]]
    check(len(starts) > 3 and starts == sorted(starts), f"the soonest first: {starts[:4]}")


def detail(stage):
    visit = stage.visit(mures + "&id=mures-tanchaz")
    visit.becomes(lambda: visit.count(".dates-list li"), lambda count: count > 1, "dates of an event that recurs")
    check(visit.attribute(".dates-list time", "datetime").startswith("2026-1"), "the next date")
    visit.becomes(lambda: visit.has(".detail-body p a[data-id=mures-kisvendeglo]"), True, "a link to the venue")
    link = visit.attribute('.links a:has-text("calendar")', "href")
    answer = visit.page.request.get(f"{visit.server.url}/{link}")
    check("BEGIN:VCALENDAR" in answer.text(), "the calendar file")
    with visit.page.expect_download() as window:
        visit.click('.dates-list [data-act="to-calendar"]')
    with open(window.value.path()) as file:
        text = file.read()
    starts = datetime.datetime.fromisoformat(visit.attribute(".dates-list time", "datetime"))
    stamp = starts.astimezone(datetime.timezone.utc).strftime("DTSTART:%Y%m%dT%H%M%SZ")
    check(stamp in text and text.count("BEGIN:VEVENT") == 1, f"one date for a calendar: {text[:300]}")
    visit.click(".detail .heart")
    visit.open_favourites()
    equal(visit.listed(), ["mures-tanchaz"], "favourites")


def by_keyboard(stage):
    visit = stage.visit(mures)
    visit.tab_to(chip("menu when"))
    visit.press("Space")
    visit.tab_to(chip("during weekend"))
    with visit.new_answer():
        visit.press("Space")
    visit.press("Escape")
    equal(visit.parameters().get("during"), "weekend", "the address")
    visit.tab_to(".card-link")
    visit.press("Enter")
    visit.shows(".dates-list")


def zone_of_the_place(stage):
    """Times are those of the clock where the party is, wherever the reader is."""
    visit = stage.visit("?view=39.9526,-75.1652,12&kind=event&during=weekend")
    check(visit.total > 0, "parties at the weekend")
    for index in range(min(3, visit.total)):
        identifier = visit.listed()[index]
        result = next(one for one in visit.asked_again()["results"] if one["id"] == identifier)
        check(result["starts"].endswith("-05:00"), result["starts"])
        state = visit.texts(".card .state")[index]
        check(result["starts"][11:16] in state, f"{identifier} begins at {result['starts']}: {state}")
