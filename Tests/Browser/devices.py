"""Features of the user's device: its position, its colors, and its navigation."""
from .checks import check, equal


def position(stage):
    here = {"latitude": 48.7758, "longitude": 9.1829}
    visit = stage.visit(permissions=["geolocation"], geolocation=here)
    check(" m" not in visit.text(".card .facts"), "distances from the middle of the map are not shown")
    with visit.new_answer():
        visit.click('.tool[aria-label="My location"]')
    visit.shows("#map .origin")
    visit.becomes(
        lambda: visit.view()[:2],
        lambda view: abs(view[0] - 48.7758) < 0.01 and abs(view[1] - 9.1829) < 0.01, "the middle")
    with visit.new_answer():
        visit.select(".sort", "distance")
    meters = visit.page.eval_on_selector_all(
        ".card .facts", "list => list.map(one => / ([\\d.,]+ k?m)( |$)/.exec(one.textContent)?.[1])")
    check(meters and all(meters), f"distances: {meters}")
    equal(visit.asked[-1][1]["near"], {"lat": 48.7758, "lon": 9.1829}, "the place from which distances are measured")
    check("48.77" not in visit.page.url, "the address of the page does not say where the reader is")
    visit.search("open now")
    with visit.new_answer():
        visit.press("Enter")
    check("48.77" not in visit.page.url, "nor after a search")
    with visit.new_answer():
        visit.page.go_back()
    visit.click(".card-link")
    visit.shows(".detail .actions")
    check("48.77" not in visit.page.url, "nor after going back")
    visit.click(".back")
    visit.search("Budapest")
    place = "#search .options li:has(use[href='#icon-city'])"
    visit.shows(place)
    visit.click(place)
    visit.becomes(lambda: len(visit.parameters()["view"]) > 15, True, "elsewhere the address is exact again")
    visit.click('.tool[aria-label="My location"]')
    visit.hides("#map .origin")


def position_refused(stage):
    visit = stage.visit()
    visit.click('.tool[aria-label="My location"]')
    visit.becomes(lambda: visit.text("#banner"), lambda text: "Your location is not available" in text, "the message")
    equal(visit.attribute('.tool[aria-label="My location"]', "aria-pressed"), "false", "the button")


def dark(stage):
    light = stage.visit().style("body", "backgroundColor")
    night = stage.visit(color_scheme="dark").style("body", "backgroundColor")
    equal([light, night], ["rgb(255, 255, 255)", "rgb(22, 25, 29)"], "the colours of the page")


navigations = {
    "iPhone; CPU iPhone OS 17_0 like Mac OS X": "https://maps.apple.com/?daddr=48.77",
    "Linux; Android 14; Mobile": "geo:48.77", "X11; Linux x86_64": "https://www.openstreetmap.org/directions?to=48.77",
}


def navigation(stage):
    """A menu of map programs, first the one that the device is likely to have."""
    for device, link in navigations.items():
        visit = stage.visit("?id=stuttgart-tintenfass", user_agent=f"Mozilla/5.0 ({device})")
        visit.shows(".detail .navigate")
        visit.click(".navigate summary")
        visit.shows(".navigate a")
        found = visit.attribute(".navigate a", "href")
        check(found.startswith(link), f"{device}: {found}")
        programs = visit.page.eval_on_selector_all(".navigate a", "list => list.map((one) => one.dataset.program)")
        equal(sorted(programs), ["apple", "device", "google", "openstreetmap"], f"programs of {device}")
