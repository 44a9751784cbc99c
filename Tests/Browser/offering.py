"""Hosts add, change and remove what they offer."""
from .accounts import refused
from .checks import check, equal
from .hosting import confirm
from .listings import png

view = "?view=48.7758,9.1729,15"
send = ".form .done"


def own(server):
    """The ids of what Ana offers."""
    return [one["id"] for one in server.send("GET", "/v1/me/hosting", by="ana")["listings"]]


def begin(visit, kind):
    visit.shows('[data-act="offer"]')
    visit.click('[data-act="offer"]')
    visit.shows('.form [name="kind"]')
    visit.select('.form [name="kind"]', kind)


def shown_id(visit):
    """The listing that is edited, once it is there."""
    visit.shows(".own-pictures")
    return visit.parameters()["item"]


def add(stage):
    """A couch is added in the middle of the map, changed, and removed."""
    visit = stage.member("ana", f"{view}&show=hosting")
    server = visit.server
    begin(visit, "couch")
    check(visit.focused() != "body", "the focus after choosing a kind")
    visit.fill('.form [name="name"]', "Sofa <b>am Park</b>")
    visit.fill('.form [name="guests"]', "2")
    equal(visit.page.input_value('.form [name="publicRadius"]'), "300", "who sees where a new couch is")
    visit.select('.form [name="publicRadius"]', "0")
    visit.click(send)
    message = lambda: visit.text(".own-part")
    visit.becomes(message, lambda text: "No location chosen yet" in text, "the message without a place")
    visit.click('[data-act="middle"]')
    visit.fill('.form [name="price"]', "12.50")
    visit.fill('.form [name="currency"]', "eur")
    visit.fill('.form [name="tags"]', "quiet, garden view")
    visit.click(send)
    identifier = shown_id(visit)
    listing = server.listing(identifier)
    expected = {
        "kind": "couch", "name": "Sofa <b>am Park</b>", "lat": 48.7758, "lon": 9.1729, "guests": 2, "price": 12.5,
        "currency": "EUR", "tags": ["garden-view", "quiet"], "host": "ana", "timezone": "Europe/Berlin",
    }
    listing["tags"] = sorted(listing["tags"])
    equal({key: listing.get(key) for key in expected}, expected, "the listing")
    visit.becomes(lambda: identifier in visit.pins(), True, "its pin")
    check(visit.focused() != "body", "the focus after adding it")
    visit.fill('.form [name="price"]', "15")
    visit.fill('.form [name="tags"]', "")
    visit.click(send)
    visit.shows(".form-status")
    listing = server.listing(identifier)
    equal([listing["price"], listing.get("tags"), listing["guests"]], [15, None, 2], "what was changed")
    visit.click('[data-act="remove"]')
    confirm(visit)
    visit.becomes(lambda: identifier in own(server), False, "the listing is there")
    visit.shows('[data-act="offer"]')
    check(visit.focused() != "body", "the focus after removing it")


def by_click(stage):
    """A bar at a click on the map, with hours that are unreadable at first."""
    visit = stage.member("ana", f"{view}&show=hosting")
    visit.expected = [refused]
    begin(visit, "bar")
    visit.fill('.form [name="name"]', "Zur Probe")
    visit.fill('.form [name="openingHours"]', "whenever")
    visit.click_map(0.6, 0.3)
    visit.becomes(lambda: visit.text(".own-part"), lambda text: "Location: 48.7" in text, "the place that was chosen")
    visit.click(send)
    identifier = shown_id(visit)
    visit.becomes(lambda: visit.text(".own-part"), lambda text: "cannot be read" in text, "the message about the hours")
    listing = visit.server.listing(identifier)
    check(listing["lat"] > 48.7758 and listing["lon"] > 9.1729, f"where it is: {listing['lat']}, {listing['lon']}")
    visit.fill('.form [name="openingHours"]', "24/7")
    visit.click(send)
    visit.shows(".form-status")
    check("cannot be read" not in visit.text(".own-part"), "the message about hours that can be read")
    equal(visit.server.ask(f"/v1/listings/{identifier}/hours")["state"], "open", "the state")
    visit.server.send("DELETE", f"/v1/listings/{identifier}", by="ana", headers={"If-Match": "*"})


def pictures(stage):
    """An event with pictures; one of them is removed."""
    visit = stage.member("ana", f"{view}&show=hosting")
    begin(visit, "event")
    visit.fill('.form [name="name"]', "Reading")
    visit.page.fill('.form [name="starts"]', "2026-12-05T20:00")
    visit.click('[data-act="middle"]')
    visit.click(send)
    identifier = shown_id(visit)
    equal(visit.server.listing(identifier)["starts"], "2026-12-05T20:00:00+01:00", "the beginning")
    files = [
        {"name": f"{width}.png", "mimeType": "image/png", "buffer": png(width, 30)} for width in (40, 60)]
    visit.page.set_input_files(".own-pictures input", files)
    visit.becomes(lambda: visit.count(".own-pictures img"), 2, "pictures")
    visit.click(".own-pictures .action")
    confirm(visit)
    visit.becomes(lambda: visit.count(".own-pictures img"), 1, "pictures after one was removed")
    check(visit.focused() != "body", "the focus after removing one")
    visit.server.send("DELETE", f"/v1/listings/{identifier}", by="ana", headers={"If-Match": "*"})


def weekly(stage):
    """An event on two days of each week, with pictures and a location by name; then every second week."""
    visit = stage.member("ana", f"{view}&show=hosting")
    server = visit.server
    begin(visit, "event")
    visit.fill('.form [name="name"]', "Open stage")
    visit.page.fill('.form [name="starts"]', "2026-12-04T20:00")
    visit.select('.form [name="repeats"]', "week")
    equal(visit.texts(".repeat-days .is-on"), ["Friday"], "the day of the beginning")
    visit.click('.repeat-days [data-day="Sa"]')
    visit.page.fill('.form [name="until"]', "2026-12-19")
    visit.press("Tab")
    words = "Every Friday and Saturday until 19 December 2026"
    visit.becomes(lambda: visit.text(".repeat-field .form-hint"), words, "the words for it")
    visit.page.fill(".form .combobox input", "Tintenf")
    visit.shows(".form .options li")
    visit.click(".form .options li")
    visit.becomes(lambda: visit.text(".own-part"), lambda text: "Location: 48.7" in text, "the place that was found")
    files = [{"name": "stage.png", "mimeType": "image/png", "buffer": png(40, 30)}]
    visit.page.set_input_files('.form [name="pictures"]', files)
    visit.becomes(lambda: visit.count(".new-pictures canvas"), 1, "the picture before it is sent")
    visit.click(send)
    identifier = shown_id(visit)
    equal(server.listing(identifier)["recurrence"], "FREQ=WEEKLY;BYDAY=FR,SA;UNTIL=20261219", "the rule")
    visit.becomes(lambda: visit.count(".own-pictures img"), 1, "the picture that was sent")
    visit.select('.form [name="repeats"]', "two weeks")
    visit.page.fill('.form [name="until"]', "")
    visit.press("Tab")
    visit.click(send)
    visit.shows(".form-status")
    equal(server.listing(identifier)["recurrence"], "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR,SA", "every second week")
    reader = stage.visit(f"{view}&id={identifier}", server)
    reader.becomes(lambda: reader.count(".repeats"), 1, "the rule in a listing")
    equal(reader.text(".repeats"), "Every 2 weeks on Friday and Saturday", "the words in a listing")
    visit.select('.form [name="repeats"]', "")
    visit.click(send)
    visit.becomes(lambda: server.listing(identifier).get("recurrence"), None, "it takes place once")
    server.send("DELETE", f"/v1/listings/{identifier}", by="ana", headers={"If-Match": "*"})


def copy(stage):
    """A couch like another one, with another price on weekends."""
    server = stage.people()
    form = {
        "kind": "couch", "name": "Left room", "lat": 48.7758, "lon": 9.1729, "guests": 3, "price": 20,
        "currency": "EUR", "timezone": "Europe/Berlin", "tags": ["quiet"], "publicRadius": 1000,
    }
    server.offer("left-room", form, "ana")
    visit = stage.member("ana", f"{view}&show=hosting")
    visit.click('[aria-label="Copy: Left room"]')
    visit.shows('.form [name="weekendPrice"]')
    equal(visit.page.input_value('.form [name="publicRadius"]'), "1000", "who sees where it is")
    visit.fill('.form [name="name"]', "Right room")
    visit.fill('.form [name="weekendPrice"]', "30")
    visit.click(send)
    identifier = shown_id(visit)
    check(identifier != "left-room", "another listing")
    listing = server.send("GET", f"/v1/listings/{identifier}", by="ana")
    same = "kind", "lat", "lon", "guests", "price", "currency", "tags", "publicRadius"
    equal({key: listing[key] for key in same}, {key: form[key] for key in same}, "what is the same")
    equal(listing["nightlyRates"][1], {"from": "2026-12-04", "to": "2026-12-06", "price": 30}, "a weekend")
    equal(visit.page.input_value('.form [name="weekendPrice"]'), "30", "the price in the form")
    visit.fill('.form [name="weekendPrice"]', "")
    visit.click(send)
    visit.becomes(lambda: server.listing(identifier).get("nightlyRates"), None, "no other price on weekends")
    for one in identifier, "left-room":
        server.send("DELETE", f"/v1/listings/{one}", by="ana", headers={"If-Match": "*"})


def changed_meanwhile(stage):
    """An edit conflict is reported, and the input stays."""
    server = stage.people()
    form = {"kind": "bar", "name": "Twice", "lat": 48.7758, "lon": 9.1729, "price": 4, "currency": "EUR"}
    server.offer("twice", form, "ana")
    visit = stage.member("ana", f"{view}&show=offer&item=twice")
    visit.expected = [refused]
    visit.shows(send)
    server.send("PATCH", "/v1/listings/twice", {"address": "Elsewhere"}, by="ana", headers={"If-Match": "*"})
    visit.fill('.form [name="price"]', "5")
    visit.click(send)
    visit.becomes(
        lambda: visit.text(".form > .form-error"), lambda text: "changed in the meantime" in text, "the message")
    equal(visit.page.input_value('.form [name="price"]'), "5", "what was written")
    visit.click(send)
    visit.shows(".form-status")
    equal(server.listing("twice")["price"], 5, "the price")
    server.send("DELETE", "/v1/listings/twice", by="ana", headers={"If-Match": "*"})


def area(stage):
    """A new couch is shown somewhere near, and its host changes that later."""
    visit = stage.member("ana", f"{view}&show=hosting")
    server = visit.server
    begin(visit, "couch")
    visit.fill('.form [name="name"]', "Sofa with an area")
    visit.fill('.form [name="guests"]', "2")
    visit.click('[data-act="middle"]')
    visit.click(send)
    identifier = shown_id(visit)
    path = f"/v1/listings/{identifier}"
    shown = lambda: [server.listing(identifier)[key] for key in ("lat", "lon")]
    own_one = lambda: server.send("GET", path, by="ana")
    check(shown() != [48.7758, 9.1729], "everybody sees the exact place")
    equal([own_one().get(key) for key in ("lat", "lon", "publicRadius", "timezone")],
          [48.7758, 9.1729, 300, "Europe/Berlin"], "what its host sees")
    select = '.form [name="publicRadius"]'
    equal(visit.page.input_value(select), "300", "the area in the form")
    for meters in "1000", "0", "300":
        visit.select(select, meters)
        visit.click(send)
        visit.becomes(lambda: str(own_one().get("publicRadius", 0)), meters, "the area that was chosen")
        equal(shown() == [48.7758, 9.1729], meters == "0", f"the exact place within {meters} m")
        visit.reload()
        visit.shows(select)
        equal(visit.page.input_value(select), meters, "the area after a reload")
    equal([own_one()[key] for key in ("lat", "lon")], [48.7758, 9.1729], "where it is")
    server.send("DELETE", path, by="ana", headers={"If-Match": "*"})


def in_sight(stage):
    """A member who changes a listing sees it on the map."""
    server = stage.people()
    form = {"kind": "couch", "name": "Far sofa", "lat": 47.5, "lon": 19.05, "guests": 2, "timezone": "Europe/Budapest"}
    server.offer("far-sofa", form, "ana")
    for zoom in "15", "5":
        visit = stage.member("ana", f"?view=48.7758,9.1729,{zoom}&show=offer&item=far-sofa")
        visit.shows('.form [name="name"]')
        visit.becomes(
            lambda: visit.view(), lambda at: abs(at[0] - 47.5) < 0.1 and abs(at[1] - 19.05) < 0.1 and at[2] >= 13,
            "where the map looks")
