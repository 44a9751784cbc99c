"""The views of the page, by name, and how a visit reaches them."""
from .visit import chip

outings = ["meet", "route", "evening", "crawl"]


def start(visit):
    visit.go()


def in_menu(menu):
    def enter(visit):
        visit.go("?view=46.5446,24.562,13")
        visit.open_menu(menu)

    return enter


def in_detail(identifier):
    def enter(visit):
        visit.go(f"?id={identifier}")
        visit.shows(".detail .actions")
        visit.until("() => !document.querySelector('[aria-busy=true]')")

    return enter


def in_reasons(visit):
    visit.go("?view=48.7758,9.1729,13")
    visit.click(".card-link")
    visit.click(".detail section:has(.chips) + section button, .detail .part > button")
    visit.shows(".detail .meters")


def in_empty(visit):
    visit.go("?view=48.7758,9.1729,13&kind=bar&tag=games&max-price=2&currency=EUR")
    visit.shows(".relax")


def in_favourites(visit):
    visit.go()
    visit.click(".heart")
    visit.open_favourites()
    visit.shows(".cards")


def in_outing(name):
    def enter(visit):
        visit.go(f"?view=46.5446,24.562,14&show={name}")
        visit.until("() => !document.querySelector('#panel [aria-busy=true]')")

    return enter


def in_completions(visit):
    visit.go()
    visit.search("jazz")
    visit.press("ArrowDown")


def in_clusters(visit):
    visit.go("?view=47,15,4")


def in_problem(visit):
    problem = {"code": "odd", "detail": "A word for programs."}
    visit.page.route("**/v1/map", lambda route: route.fulfill(status=400, json=problem))
    visit.page.goto(f"{visit.server.url}/map?view=48.7758,9.1729,13")
    visit.becomes(
        lambda: visit.text(".results"), lambda text: "not possible" in text or "nicht möglich" in text, "the problem")
    visit.page.unroute("**/v1/map")


def in_gone(visit):
    visit.go("?id=gone")
    visit.becomes(lambda: visit.text(".detail-body"), lambda text: text != "", "that the listing is gone")


def in_refused_position(visit):
    visit.go()
    visit.click('.tool[aria-label]')
    visit.shows("#banner.is-shown")


def in_reasons_why_not(visit):
    visit.go("?view=48.7758,9.1729,13&tag=jazz&min-rating=5&id=stuttgart-tintenfass")
    visit.click(".detail section > h3 + button")
    visit.shows(".detail .findings")


def away(visit):
    """No query reaches the server."""
    visit.page.route("**/v1/**", lambda route: route.abort())


def in_first_answer_missing(visit):
    away(visit)
    visit.page.goto(f"{visit.server.url}/map")
    visit.shows("#banner.is-shown")
    visit.shows(".results button")
    visit.page.unroute("**/v1/**")


def in_lost_connection(visit):
    visit.go()
    away(visit)
    visit.click(chip("bar"))
    visit.shows("#banner.is-shown")
    visit.page.unroute("**/v1/**")


def in_unkept_detail(visit):
    visit.go()
    visit.click(".card-link")
    visit.shows(".detail .actions")
    visit.press("Escape")
    visit.page.context.set_offline(True)
    visit.click("li:nth-child(2) .card-link")
    visit.shows(".detail-body > p")
    visit.page.context.set_offline(False)


def in_failed_outing(visit):
    visit.page.route("**/v1/plan", lambda route: route.fulfill(status=400, json={"detail": "A word."}))
    visit.go("?view=46.5446,24.562,14&show=evening")
    visit.shows(".outings .action:has-text('Try again'), .outings .action:has-text('Noch einmal')")
    visit.page.unroute("**/v1/plan")


troubles = {
    "a problem": in_problem, "a listing that is gone": in_gone, "position refused": in_refused_position,
    "why not": in_reasons_why_not, "no first answer": in_first_answer_missing, "no connection": in_lost_connection,
    "a detail that is not kept": in_unkept_detail, "an outing with a problem": in_failed_outing,
}

everything = {
    "start": start, **{f"menu {menu}": in_menu(menu) for menu in ("when", "price", "rating", "tags", "more")},
    "a bar": in_detail("stuttgart-tintenfass"), "an event": in_detail("mures-tanchaz"),
    "a couch": in_detail("budapest-duna-part"),
    "nothing fits": in_empty, "favourites": in_favourites, "completions": in_completions, "clusters": in_clusters,
    "why here": in_reasons, **{name: in_outing(name) for name in outings}, **troubles,
}
