"""Switches of a couch, for its host and the guest of today."""
import http.server, threading

from . import hosting, people
from .checks import check, equal

refused = "Failed to load resource"
row = '.row:has-text("{}") '.format


class House:
    """A server such as openHAB's, with one item."""

    def __init__(self):
        self.state, self.is_away, house = "OFF", False, self

        class Handler(http.server.BaseHTTPRequestHandler):
            def answer(self, text):
                self.send_response(503 if house.is_away else 200)
                self.end_headers()
                self.wfile.write(text.encode())

            def do_GET(self):
                self.answer(house.state)

            def do_POST(self):
                text = self.rfile.read(int(self.headers["Content-Length"])).decode()
                if not house.is_away:
                    house.state = text
                self.answer("")

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/rest/items/Heating"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def end(self):
        self.server.shutdown()


def member(stage, server, name, query):
    context = stage.context()
    people.sign_in(server, context, name)
    return stage.visit(query, server, context)


def switches(stage):
    """A host sets up a switch with a rule, the guest turns it, and the page reports one that does not answer."""
    house = House()
    server = people.start(stage.program, stage.temporary, ["--outgoing", "127.0.0.0/8"])
    try:
        hosting.couch(server, "home")
        stay = hosting.book(server, "home", hosting.today, "2026-11-29")
        server.send("POST", f"/v1/bookings/{stay}/confirm", by="ana")
        host_sets_up(member(stage, server, "ana", "?show=hosting&item=home"), house)
        guest_turns(member(stage, server, "bela", "?show=mine"), house)
        host_removes(member(stage, server, "ana", "?show=hosting&item=home"))
    finally:
        server.end()
        house.end()


def without(stage):
    """On a server without switches the page shows none, and does not request any."""
    server = people.start(stage.program, stage.temporary, ["--switches", "no"])
    try:
        hosting.couch(server, "home")
        stay = hosting.book(server, "home", hosting.today, "2026-11-29")
        server.send("POST", f"/v1/bookings/{stay}/confirm", by="ana")
        for name, query, shown in ("ana", "?show=hosting&item=home", "Bela"), ("bela", "?show=mine", "Sofa"):
            visit = member(stage, server, name, query)
            visit.shows(row(shown))
            visit.settle()
            check(not visit.has('[data-act="add-switch"], .switch'), f"{name} sees switches")
            requests = visit.page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
            equal([each for each in requests if each.endswith("/switches")], [], f"requests of {name} for switches")
    finally:
        server.end()


def host_sets_up(visit, house):
    visit.expected = [refused]
    visit.click('[data-act="add-switch"]')
    form = 'details:has([data-act="add-switch"]) '
    visit.fill(form + "[name=switch]", "Heating")
    visit.fill(form + "[name=url]", "ftp://example.org/item")
    visit.click(form + ".done")
    visit.becomes(lambda: visit.text(form + '.form-field:has([name=url]) .form-error'),
                  lambda text: "not an address" in text, "the message about the address")
    visit.fill(form + "[name=url]", house.url)
    visit.click(form + ".done")
    visit.shows(row("Heating") + '[data-state="OFF"][aria-pressed="true"]')
    check(visit.focused() != "body", "the focus after adding it")
    visit.click(row("Heating") + '[data-act="weather"]')
    rule = 'details:has([data-act="weather"]) '
    visit.fill(rule + "[name=url]", house.url + "?lat={lat}&lon={lon}")
    visit.fill(rule + "[name=pointer]", "/now/t")
    visit.fill(rule + "[name=degrees]", "5.5")
    visit.select(rule + "[name=otherwise]", "OFF")
    visit.click(rule + ".done")
    visit.shows(row("Heating") + ':text("On when it is colder than 5.5° · otherwise Off")')
    found = visit.server.send("GET", "/v1/listings/home/switches", by="ana")["switches"][0]["rule"]
    equal([found["below"], found["state"], found["otherwise"]], [5.5, "ON", "OFF"], "the rule")
    check(visit.focused() != "body", "the focus after the rule")


def guest_turns(visit, house):
    visit.expected = [refused]
    on = row("Heating") + '[data-state="ON"]'
    visit.shows(row("Heating") + '[data-state="OFF"][aria-pressed="true"]')
    check(house.url not in visit.text(".own-part"), "the address is not shown to guests")
    visit.click(on)
    visit.becomes(lambda: visit.attribute(on, "aria-pressed"), "true", "the switch")
    equal(house.state, "ON", "the item")
    house.is_away = True
    visit.click(row("Heating") + '[data-state="OFF"]')
    visit.becomes(lambda: visit.text(row("Heating") + ".form-error"), lambda text: "not responding" in text,
                  "the message")
    equal(visit.attribute(on, "aria-pressed"), "true", "the switch that does not answer")


def host_removes(visit):
    visit.expected = [refused]
    visit.shows(row("Heating") + ':text("State unknown.")')
    visit.click(row("Heating") + '[data-act="remove-switch"]')
    hosting.confirm(visit)
    visit.shows("text=No switches yet")
    check(visit.focused() != "body", "the focus after removing it")
