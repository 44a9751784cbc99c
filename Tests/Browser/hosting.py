"""Guests and hosts on their own pages."""
from .checks import check, equal

today = "2026-11-27"


def couch(server, identifier):
    """A couch of Ana."""
    form = {"kind": "couch", "name": "Sofa", "lat": 48.77, "lon": 9.17, "guests": 2, "price": 10, "currency": "EUR"}
    server.offer(identifier, {**form, "timezone": "Europe/Berlin"}, "ana")


def book(server, identifier, arrival, departure):
    stay = {"from": arrival, "to": departure}
    head = {"Idempotency-Key": f"{identifier} {arrival}"}
    return server.send("POST", f"/v1/listings/{identifier}/bookings", stay, by="bela", headers=head)["id"]


def status(server, booking):
    return server.send("GET", f"/v1/bookings/{booking}", by="bela")["status"]


def confirm(visit):
    visit.click(".confirm-box .action.danger")


def guest(stage):
    """A guest cancels a stay, and gives up a place."""
    server = stage.people()
    couch(server, "guest-couch")
    booking = book(server, "guest-couch", "2026-12-01", "2026-12-03")
    server.send("PUT", "/v1/listings/mures-tanchaz/place", by="bela")
    visit = stage.member("bela", "?show=mine")
    stay = '.row:has-text("Sofa"):has-text("2 nights") '
    visit.shows(stay)
    check("pending" in visit.text(stay + ".booking"), "the state of the stay")
    visit.click(stay + '[data-act="cancel"]')
    confirm(visit)
    visit.becomes(lambda: status(server, booking), "cancelled", "the stay")
    visit.hides(".confirm-box")
    check(visit.focused() != "body", "the focus after cancelling")
    event = '.row:has-text("táncház") '
    visit.click(event + '[data-act="leave"]')
    confirm(visit)
    visit.hides(event)
    equal(server.send("GET", "/v1/me/joined", by="bela")["events"], [], "the places")
    check(visit.focused() != "body", "the focus after leaving")
    visit.click("details summary")
    visit.click('.row a:text-is("Sofa")')
    visit.becomes(lambda: visit.text(".detail-name"), "Sofa", "the couch")
    visit.click(".back")
    visit.becomes(visit.focused, lambda name: name not in ("body", ""), "the focus after going back")


def host(stage):
    """A host confirms one request and declines another."""
    server = stage.people()
    couch(server, "host-couch")
    first = book(server, "host-couch", "2026-12-01", "2026-12-03")
    second = book(server, "host-couch", "2026-12-10", "2026-12-12")
    visit = stage.member("ana", "?show=hosting")
    row = '.row:has-text("Bela"):has-text("{}") '.format
    visit.click(row("1 Dec") + '[data-act="confirm"]')
    visit.becomes(lambda: status(server, first), "confirmed", "the first stay")
    visit.hides(row("1 Dec"))
    check(visit.focused() != "body", "the focus after confirming")
    visit.click(row("10 Dec") + '[data-act="decline"]')
    confirm(visit)
    visit.becomes(lambda: status(server, second), "declined", "the second stay")
    visit.hides(row("10 Dec"))
    check(visit.focused() != "body", "the focus after declining")


def calendar(stage):
    """A host keeps nights, gives them back, and rates a guest."""
    server = stage.people()
    couch(server, "kept-couch")
    stay = book(server, "kept-couch", today, "2026-11-29")
    server.send("POST", f"/v1/bookings/{stay}/confirm", by="ana")
    visit = stage.member("ana", "?show=hosting&item=kept-couch")
    day = '.couch [data-date="{}"]'.format
    visit.becomes(lambda: visit.attribute(day("2026-11-28"), "aria-disabled"), "true", "a taken night")
    visit.click('.couch [aria-label="Next month"]')
    visit.click(day("2026-12-24"))
    visit.click(day("2026-12-26"))
    visit.click('[data-act="block"]')
    row = '.row:has-text("Thu 24 Dec – Sat 26 Dec") [data-act="unblock"]'
    visit.shows(row)
    answer = server.ask("/v1/listings/kept-couch/availability?stay=2026-12-25..2026-12-26")
    check(not answer["available"], "a night that is kept")
    check(visit.focused() != "body", "the focus after keeping nights")
    visit.click(row)
    visit.hides(row)
    answer = server.ask("/v1/listings/kept-couch/availability?stay=2026-12-25..2026-12-26")
    check(answer["available"], "a night that was given back")
    check(visit.focused() != "body", "the focus after giving nights back")
    visit.click('[data-act="rate-guest"]')
    visit.fill(".row [name=text]", "A kind guest")
    visit.click(".row .form .done")
    equal(rating(server), None, "no stars are chosen at first")
    visit.page.focus(".row [name=stars]")
    visit.press("End")
    visit.click(".row .form .done")
    visit.becomes(lambda: rating(server), 1, "ratings of the guest")


def rating(server):
    """How many ratings Bela has as a guest."""
    return server.send("GET", "/v1/members/bela/guest-rating", by="ana").get("ratingCount") or None


couches = "first-couch", "second-couch", "third-couch"
cell = '.couches-table [data-row="{}"][data-date="{}"]'.format


def taken(server, date):
    """Why a night of each couch is not free."""
    days = f"from={date}&to={date[:-2]}{int(date[-2:]) + 1:02}"
    paths = [f"/v1/listings/{one}/nights?{days}" for one in couches]
    return [server.send("GET", path, by="ana")["nights"][0].get("taken") for path in paths]


def all_couches(stage):
    """The nights of all couches in one calendar: some are blocked, unblocked, and get a price."""
    server = stage.people()
    for one in couches:
        couch(server, one)
    book(server, "second-couch", "2026-12-08", "2026-12-09")
    visit = stage.member("ana", "?show=hosting")
    visit.click('[data-act="all-couches"]')
    visit.click('.couches [aria-label="Next month"]')
    visit.shows(cell(-1, "2026-12-07"))
    rows = visit.texts(".couches-table tbody th")
    check(len(rows) >= 3, f"the couches: {rows}")
    visit.shows(".night-requested:has-text('bela')")
    visit.click(cell(-1, "2026-12-07"))
    visit.click(cell(-1, "2026-12-09"))
    check("7 Dec – Thu 10 Dec, 3 nights" in visit.text(".night-actions .sum"), visit.text(".night-actions .sum"))
    visit.click('[data-act="block"]')
    visit.shows(".night-actions .form-status:not(:empty)")
    equal(taken(server, "2026-12-08"), ["blocked", "requested", "blocked"], "a stay keeps its night")
    equal(taken(server, "2026-12-09"), ["blocked"] * 3, "the last night")
    check(visit.focused() != "body", "the focus after blocking")
    visit.page.focus(cell(-1, "2026-12-09"))
    visit.press("Enter", "ArrowLeft", "Enter")
    visit.click('[data-act="unblock-chosen"]')
    visit.becomes(lambda: taken(server, "2026-12-09"), [None] * 3, "unblocked by the keyboard")
    equal(taken(server, "2026-12-07"), ["blocked"] * 3, "a night that was not chosen")
    visit.hides(".night-buttons")
    visit.click(cell(-1, "2026-12-18"))
    visit.click(cell(-1, "2026-12-19"))
    visit.fill('[name="night-price"]', "25")
    visit.click('[data-act="set-price"]')
    rates = lambda: [server.listing(one).get("nightlyRates") for one in couches]
    wanted = [{"from": "2026-12-18", "to": "2026-12-20", "price": 25}]
    visit.becomes(rates, [wanted] * 3, "the price of two nights")
    visit.becomes(lambda: visit.text(cell(0, "2026-12-18")), "€25", "the price in the calendar")
    for one in couches:
        server.send("DELETE", f"/v1/listings/{one}", by="ana", headers={"If-Match": "*"})
