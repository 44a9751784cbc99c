"""Members are notified of listings that start to match."""
import contextlib, os, sqlite3

from . import people
from .checks import check, equal
from .hosting import confirm

view = "?view=48.7758,9.1729,13&kind=bar&tag=cocktails"
new = '[data-act="alert"]'
row = '.own-part .row:has-text("{}") '.format
notice = "#banner .notice"


def of(server, name):
    return server.send("GET", "/v1/me/alerts", by=name)["alerts"]


def bar(server, identifier, tags=("cocktails",), by="bela"):
    """A bar of another member in the middle of the map."""
    form = {"kind": "bar", "name": f"Bar {identifier}", "lat": 48.7758, "lon": 9.1729, "tags": list(tags)}
    server.offer(identifier, {**form, "timezone": "Europe/Berlin"}, by)


def new_match(stage):
    """An alert for the current filters reports new matches, and nothing else."""
    visit = stage.member("ana", view)
    server = visit.server
    visit.click(new)
    visit.becomes(lambda: visit.page.input_value("[name=name]"), "Bars · cocktails", "the name that is proposed")
    check(visit.focused() != "body", "the focus in the form")
    visit.fill("[name=name]", "Cocktails <b>here</b>")
    visit.click(".form .done")
    visit.shows(row("Cocktails <b>here</b>"))
    alert = of(server, "ana")[-1]
    query = alert["query"]
    equal([query["kinds"], query["tags"]], [["bar"], {"all": ["cocktails"]}], "what is asked")
    west, south, east, north = query["within"]["bbox"]
    check(west < 9.1729 < east and south < 48.7758 < north, f"where: {query['within']}")
    bar(server, "alert-beer", ["beer"])
    bar(server, "alert-cocktails")
    visit.becomes(lambda: visit.texts(f"{notice} a"), ["Bar alert-cocktails"], "the message")
    check(visit.text(notice).startswith("New for “Cocktails <b>here</b>”:"), visit.text(notice))
    visit.becomes(lambda: visit.texts(row("Cocktails") + ".found a"), ["Bar alert-cocktails"], "what was found")
    visit.click(f"{notice} a")
    visit.becomes(lambda: visit.text(".detail-name"), "Bar alert-cocktails", "the listing")
    visit.hides(notice)
    server.send("DELETE", f"/v1/me/alerts/{alert['id']}", by="ana")
    for identifier in "alert-beer", "alert-cocktails":
        server.send("DELETE", f"/v1/listings/{identifier}", by="bela", headers={"If-Match": "*"})


def kept(stage):
    """Alerts are shown on the map, changed and deleted; the key for a program is shown once."""
    visit = stage.member("bela", "?view=48.7758,9.1729,13&kind=bar&max-price=9&currency=EUR&show=alerts&item=new")
    server = visit.server
    visit.select("[name=where]", "2000")
    visit.fill("[name=name]", "Cheap")
    visit.click(".form .done")
    visit.shows(row("Cheap"))
    first = of(server, "bela")[-1]
    equal([first["query"]["radius"], first["query"]["price"], first["mail"]],
          [2000, {"max": 9, "currency": "EUR"}, False], "the alert")
    visit.click(row("Cheap") + '[data-act="change"]')
    visit.shows("[name=mail]")
    visit.click("[name=mail]")
    visit.click("details summary")
    visit.fill("[name=webhook]", "https://example.org/hook")
    visit.click(".form .done")
    visit.shows(".copy input")
    check(visit.page.input_value(".copy input").startswith("whsec_"), "the key")
    check(visit.focused() != "body", "the focus on the key")
    visit.click(".own-part .actions .done")
    visit.shows(row("example.org"))
    second = of(server, "bela")
    equal([[one["name"], one["mail"], one["query"]] for one in second], [["Cheap", True, first["query"]]],
          "the alert that was changed")
    visit.page.goto(f"{server.url}/map?view=47.4979,19.0402,12&show=alerts")
    visit.click(row("Cheap") + '[data-act="show"]')
    visit.becomes(visit.chosen, ["Up to €9"], "the filters")
    visit.becomes(lambda: [round(part, 1) for part in visit.view()[:2]], [48.8, 9.2], "where the map looks")
    check(visit.focused() != "body", "the focus on the map's list")
    visit.page.go_back()
    visit.page.go_back()
    visit.click(row("Cheap") + '[data-act="delete-alert"]')
    confirm(visit)
    visit.hides(row("Cheap"))
    equal(of(server, "bela"), [], "the alerts")
    check(visit.focused() != "body", "the focus after deleting")


def sign_in(stage):
    """A visitor who is not signed in is led to the sign-in, and back to the same filters."""
    visit = stage.visit(view, stage.people())
    visit.click(new)
    visit.fill('.form [name="login"]', "ana")
    visit.fill('.form [name="password"]', people.password)
    visit.click(".form .done")
    visit.becomes(lambda: visit.page.input_value("[name=name]"), "Bars · cocktails", "the alert")
    check(visit.focused() != "body", "the focus after signing in")


def lines(stage):
    """Reminders, and a home that does not answer, come as a banner that the user closes."""
    visit = stage.member("bela", view)
    # The stream is opened once the account is known.
    visit.shows(new)
    visit.until("() => document.querySelector('link[href$=\"members.css\"]')")
    visit.settle()
    listing = {"listing": "stuttgart-tintenfass", "name": "Tintenfass"}
    changes = [
        ({"kind": "reminder", "what": "event", "starts": "2026-11-27T23:00:00+01:00", **listing},
         "Starts soon (Fri 27 Nov 23:00): Tintenfass"),
        ({"kind": "reminder", "what": "departure", "starts": "2026-11-27T09:00:00+01:00", **listing},
         "Departure today: Tintenfass"),
        ({"kind": "home", "what": "weather-failed", "switch": "Heating", **listing},
         "The weather service for the switch “Heating” is not responding. View listing"),
        ({"kind": "alert", "what": "webhook-failed", "alert": "a-1"},
         "Deliveries to the webhook of an alert are failing."),
        ({"kind": "alert", "what": "suspended", "alert": "a-1", "alertName": "Bars", "reason": "query: too much"},
         "Your alert “Bars” is suspended. Reason: query: too much"),
        ({"kind": "alert", "what": "skipped", "alert": "a-1", "alertName": "Bars", **listing},
         "Your alert “Bars” was skipped for a listing, because it takes too long."),
    ]
    for change, text in changes:
        visit.page.evaluate(
            "detail => document.dispatchEvent(new CustomEvent('vicinity-news', { detail }))", change)
        visit.becomes(lambda: visit.text(f"{notice} > span"), text, "the message")
    visit.click('[data-act="close-notice"]')
    visit.hides(notice)
    check(visit.focused() != "body", "the focus after closing it")


def not_judged(stage):
    """An alert that is off, or was too costly for a listing, says so; it has found nothing by that."""
    visit = stage.member("ana", view)
    server = visit.server
    query = {"name": "Costly", "query": {"kinds": ["bar"], "filter": "description LIKE '%a%'"}}
    alert = server.send("POST", "/v1/me/alerts", query, by="ana")["id"]
    path = f"{os.path.splitext(server.catalog)[0]}.accounts.sqlite"

    def note(column, value):
        with contextlib.closing(sqlite3.connect(path, timeout=10)) as file, file:
            file.execute("UPDATE alert SET suspended = NULL, skipped = NULL WHERE id = ?", [alert])
            file.execute(f"UPDATE alert SET {column} = ? WHERE id = ?", [value, alert])

    skipped = {"kind": "alert", "what": "skipped", "alert": alert, "alertName": "Costly",
               "listing": "stuttgart-tintenfass", "id": 1, "at": "2026-11-27T20:00:00Z"}
    visit.page.route("**/v1/changes?f=json*", lambda route: route.fulfill(json={"changes": [skipped], "last": 1}))
    for column, value, text in [
        ("skipped", 1795802400, "Skipped for a listing on"),
        ("suspended", "query: too much", "This alert is suspended"),
    ]:
        note(column, value)
        visit.go("?show=alerts")
        visit.shows(row("Costly") + f'[data-state="{column}"]')
        check(text in visit.text(row("Costly")), visit.text(row("Costly")))
        check(not visit.has(row("Costly") + ".found a"), "something is shown as found")
    server.send("DELETE", f"/v1/me/alerts/{alert}", by="ana")


def line_goes(stage):
    """A banner closes by itself, unless the user is about to use it."""
    visit = stage.member("bela", view)
    visit.shows(new)
    visit.until("() => document.querySelector('link[href$=\"members.css\"]')")
    visit.settle()
    visit.page.clock.install()
    change = {"kind": "alert", "what": "webhook-failed", "alert": "a-1"}
    tell = "detail => document.dispatchEvent(new CustomEvent('vicinity-news', { detail }))"
    visit.page.evaluate(tell, change)
    visit.shows(notice)
    visit.page.locator('[data-act="close-notice"]').focus()
    visit.page.clock.run_for(25_000)
    check(visit.has(notice), "a line that has the focus stays")
    visit.page.locator("#q").focus()
    visit.page.clock.run_for(25_000)
    visit.hides(notice)


def bad_address(stage):
    """An invalid address is reported next to its field."""
    visit = stage.member("ana", f"{view}&show=alerts&item=new")
    visit.expected = ["Failed to load resource"]
    visit.shows("[name=name]")
    visit.click(".own-part .back")
    visit.shows(new)
    check(visit.focused() != "body", "the focus after going back")
    visit.page.go_back()
    visit.shows("[name=name]")
    visit.click("details summary")
    visit.fill("[name=webhook]", "ftp://example.org/hook")
    visit.click(".form .done")
    visit.becomes(lambda: visit.text('.form-field:has([name="webhook"]) .form-error'),
                  lambda text: "not an address" in text, "the message")
