"""Members book couches, join events, and rate."""
from .accounts import refused
from .checks import check, equal
from .couches import choose_days, own

couch = "budapest-duna-part"
view = "?view=47.4979,19.0402,12"
book = '[data-act="book"]'


def bookings(server, by):
    return server.send("GET", "/v1/me/bookings", by=by)["bookings"]


def choose_stay(visit, arrival, departure):
    choose_days(visit, own, arrival, departure)
    visit.shows(book)


def booking(stage):
    """A stay is asked for: a double click, and an answer that is lost, are one booking."""
    visit = stage.member("ana", f"{view}&id={couch}")
    visit.expected = [refused]
    answers = []

    def lose_the_first(route):
        answers.append(route.fetch())
        return route.abort() if len(answers) == 1 else route.fulfill(response=answers[-1])

    visit.page.route("**/v1/listings/*/bookings", lose_the_first)
    choose_stay(visit, "2026-12-08", "2026-12-10")
    visit.page.locator(book).dblclick()
    visit.shows(".book .form-status")
    equal([answer.status for answer in answers], [201, 201], "answers")
    made = bookings(visit.server, "ana")
    stays = [(one["from"], one["to"], one["status"]) for one in made]
    equal(stays, [("2026-12-08", "2026-12-10", "requested")], "stays")
    check(visit.focused() != "body", "the focus after booking")
    day = own + '[data-date="2026-12-08"]'
    visit.becomes(lambda: visit.attribute(day, "aria-disabled"), "true", "the nights are taken")
    visit.server.send("POST", f"/v1/bookings/{made[0]['id']}/cancel", by="ana")


def notice(stage):
    """The deadline for cancelling is shown before booking."""
    form = {"kind": "couch", "name": "Sofa", "lat": 47.5, "lon": 19.05, "guests": 2, "timezone": "Europe/Budapest"}
    stage.people().offer("notice-couch", {**form, "cancellationNotice": 7}, "ana")
    visit = stage.member("bela", "?id=notice-couch")
    choose_stay(visit, "2026-12-08", "2026-12-10")
    check(
        "can cancel a confirmed stay up to 7 days before arrival" in visit.text(".book"),
        "until when a guest may cancel")


def obstacle(stage):
    """Another member was faster."""
    visit = stage.member("bela", f"{view}&id={couch}")
    visit.expected = [refused]
    choose_stay(visit, "2026-12-14", "2026-12-16")
    visit.click(own + ".calendar-anew")
    visit.hides(book)
    choose_stay(visit, "2026-12-15", "2026-12-17")
    stay = {"from": "2026-12-16", "to": "2026-12-18"}
    made = visit.server.send("POST", f"/v1/listings/{couch}/bookings", stay, by="ana")
    visit.click(book)
    visit.becomes(
        lambda: visit.text(".book [role=status]"),
        lambda text: text.startswith("Not available: taken Wed 16 Dec – Fri 18 Dec"), "the message")
    equal(bookings(visit.server, "bela"), [], "stays")
    visit.server.send("POST", f"/v1/bookings/{made['id']}/cancel", by="ana")


def event(server, identifier, **others):
    """An event of Ana."""
    form = {"kind": "event", "name": "Small", "lat": 46.5446, "lon": 24.562, "starts": "2026-12-05T20:00", **others}
    server.offer(identifier, form, "ana")


def quick(visit, join):
    """A quick visitor cannot join before the date is known."""
    held = []
    visit.page.route("**/occurrences*", lambda route: held.append(route))
    visit.reload()
    # The list of dates sends a query as well.
    visit.becomes(lambda: visit.count(join) > 0 and len(held) >= 2, True, "the question for the dates")
    check(not visit.page.locator(join).is_visible(), "the button is there before the dates")
    for route in held:
        route.continue_()
    visit.page.unroute("**/occurrences*")
    visit.shows(join)


def joining(stage):
    """A place on the waiting list, one that becomes free, and leaving."""
    server = stage.people()
    event(server, "small-event", capacity=1, links={"payment": "https://pay.example/5"})
    server.send("PUT", "/v1/listings/small-event/place", by="ana")
    visit = stage.member("bela", "?id=small-event")
    join = '[data-act="join"]'
    pay = '.part a.action:has-text("Pay")'
    state = lambda: visit.text('.part:has([data-act="join"]) [role=status]')
    quick(visit, join)
    visit.click(join)
    visit.becomes(state, lambda text: "number 1 on the waiting list" in text, "the waiting list")
    check(not visit.page.locator(pay).is_visible(), "who waits is asked to pay")
    equal(visit.count('.links a[href^="https://pay.example"]'), 0, "the page for paying among the links")
    visit.becomes(lambda: visit.texts(".names li"), ["Ana", "Bela · on the waiting list"], "who comes")
    server.send("DELETE", "/v1/listings/small-event/place", by="ana")
    visit.reload()
    visit.becomes(state, lambda text: "You’re going" in text, "the place that became free")
    equal(visit.attribute(pay, "href"), "https://pay.example/5", "where to pay")
    check(visit.page.locator(pay).is_visible(), "the page does not ask an attendee to pay")
    visit.click(join)
    visit.becomes(lambda: visit.text(join), "I’m going", "the button after leaving")
    equal(server.send("GET", "/v1/me/joined", by="bela")["events"], [], "the places of Bela")
    check(visit.focused() != "body", "the focus after leaving")


def rating(stage):
    """Half stars with a text; changed, and withdrawn."""
    visit = stage.member("bela", "?view=48.7758,9.1729,13&id=stuttgart-brennglas")
    form = '[data-own="rating"] '
    visit.shows(form + "[name=stars]")
    equal(
        visit.attribute(form + "[name=stars]", "aria-valuetext"), "Choose the stars first.",
        "stars before one is chosen")
    visit.click(form + ".done")
    equal(visit.count(".distribution tr"), 0, "ratings without stars")
    visit.page.locator(form + "[name=stars]").focus()
    visit.press("End", "ArrowLeft")
    equal(visit.attribute(form + "[name=stars]", "aria-valuetext"), "4.5 of 5 stars", "what a screen reader says")
    visit.fill(form + "[name=text]", "Twelve taps")
    visit.click(form + ".done")
    visit.becomes(lambda: visit.texts(".distribution tr"), ["4.5 ★1"], "the ratings by stars")
    visit.becomes(lambda: visit.texts(".review"), ["Twelve taps"], "what others read")
    visit.becomes(lambda: visit.text(form + ".done"), "Save changes", "the button")
    visit.page.locator(form + "[name=stars]").focus()
    visit.press("Home", "ArrowRight")
    visit.click(form + ".done")
    visit.becomes(lambda: visit.texts(".distribution tr"), ["1 ★1"], "the rating that was changed")
    visit.click('[data-act="withdraw"]')
    visit.click(".confirm-box .action.danger")
    visit.becomes(lambda: visit.count(".distribution tr"), 0, "the rating that was withdrawn")
    check(visit.focused() != "body", "the focus after withdrawing")


def sign_in_for_more(stage):
    """A visitor who is not signed in is led to the sign-in."""
    visit = stage.visit(f"{view}&id={couch}", stage.people())
    visit.click('[data-act="sign-in"]')
    visit.shows('.form [name="login"]')
    equal(visit.parameters().get("show"), "account", "what is shown")
    visit.page.go_back()
    visit.shows('[data-act="sign-in"]')


def who_rates(stage):
    """Guests rate a couch once their stay has begun, and members with a place rate an event that has begun."""
    server = stage.people()
    rate = '[data-own="rating"] [name=stars]'
    event(server, "event-to-come")
    server.send("PUT", "/v1/listings/event-to-come/place", by="bela")
    visit = stage.member("bela", "?id=stuttgart-brennglas")
    visit.shows(rate)
    for identifier in couch, "event-to-come":
        visit.go(f"?id={identifier}")
        visit.shows('[data-act="report"]')
        visit.settle()
        visit.page.wait_for_timeout(300)
        check(not visit.has(rate), f"somebody may rate {identifier}")
    server.send("DELETE", "/v1/listings/event-to-come/place", by="bela")
    stayed = [{
        "id": "b-1", "listing": couch, "member": "bela", "from": "2026-11-20", "to": "2026-11-22", "guests": 1,
        "status": "confirmed",
    }]
    visit.page.route("**/v1/me/bookings", lambda route: route.fulfill(json={"bookings": stayed}))
    visit.go(f"?id={couch}")
    visit.shows(rate)
    stayed[0].update({"from": "2026-11-27", "to": "2026-12-22"})
    visit.go(f"?id={couch}")
    visit.shows(rate)
    stayed[0]["from"] = "2026-12-20"
    visit.go(f"?id={couch}")
    visit.shows('[data-act="report"]')
    visit.page.wait_for_timeout(500)
    check(not visit.has(rate), "a guest may rate before the stay")
