"""Members export their data, set a picture, choose notifications, and delete their accounts."""
import json, urllib.error, urllib.request

from . import conversations, hosting, people
from .checks import check, equal
from .listings import png

account = "?show=account"
refused = "Failed to load resource"


def somebody(server):
    """A new member: the name of a deleted account cannot be reused."""
    name = f"leaver-{len(server.sessions)}"
    server.sessions[name] = people.register(server, name)
    return name


def me(server, by):
    return server.send("GET", "/v1/me", by=by)


def data(stage):
    """All stored data comes as a file."""
    visit = stage.member("ana", account)
    visit.shows('[data-act="export"]')
    with visit.page.expect_download() as download:
        visit.click('[data-act="export"]')
    equal(download.value.suggested_filename, "ana.json", "the name of the file")
    with open(download.value.path()) as file:
        saved = json.load(file)
    equal(saved["account"][0]["mail"], "ana@example.org", "the address in the file")
    check("catalog" in saved, f"what the file has: {list(saved)}")
    visit.becomes(
        lambda: visit.texts(".form-status"), lambda texts: any("saving" in text for text in texts), "the message")


def end(stage):
    """An account does not end with a wrong password, nor with a stay to come; then it does."""
    server = stage.people()
    name = somebody(server)
    couch = f"couch-of-{name}"
    hosting.couch(server, couch)
    stay = {"from": "2026-12-01", "to": "2026-12-03"}
    booking = server.send(
        "POST", f"/v1/listings/{couch}/bookings", stay, by=name, headers={"Idempotency-Key": "end"})["id"]
    visit = stage.member(name, account)
    visit.expected = [refused]
    visit.click('[data-act="end"]')
    for text in "your listings with their pictures", "your reports about others", "a code of your username":
        visit.shows(f"text={text}")
    form, message = ".end-account ", ".end-account > .form-error"
    visit.fill(form + "[name=password]", "three other words")
    visit.click(form + ".done")
    visit.press("Escape")
    equal(visit.page.evaluate("document.activeElement.name"), "password", "the focus after Escape")
    visit.click(form + ".done")
    visit.click('[data-act="end-account"]')
    visit.becomes(
        lambda: visit.text(message), lambda text: "password is wrong" in text, "the message about the password")
    visit.fill(form + "[name=password]", people.password)
    visit.click(form + ".done")
    visit.click('[data-act="end-account"]')
    visit.becomes(
        lambda: visit.text(message), lambda text: "still have an upcoming stay" in text, "the message about the stay")
    check(visit.focused() != "body", "the focus after a refusal")
    server.send("POST", f"/v1/bookings/{booking}/cancel", by=name)
    visit.click(form + ".done")
    visit.click('[data-act="end-account"]')
    visit.becomes(lambda: visit.text('#places [data-place="mine"]'), "Sign in", "the button in the head")
    visit.becomes(lambda: visit.text("#banner"), lambda text: "have been deleted" in text, "the message")
    check(visit.focused() != "body", "the focus after the end")
    names = [one["name"] for one in server.send("GET", f"/v1/members?q={name}", by="ana")["members"]]
    equal(names, [], "members of this name")


def picture(stage):
    """A picture is chosen, seen by others, and removed; it is small and square."""
    server = stage.people()
    conversations.write(server, "ana", text="Hello")
    visit = stage.member("ana", account)
    seen = ".own-face .face img"
    visit.shows(".own-face label")
    equal(visit.attribute(".own-face .face", "data-initials"), "A", "the initials")
    file = {"name": "me.png", "mimeType": "image/png", "buffer": png(1200, 600)}
    visit.page.set_input_files(".own-face input", file)
    visit.becomes(lambda: visit.page.evaluate(f"document.querySelector('{seen}')?.naturalWidth"), 512, "its width")
    size = visit.page.evaluate(f"document.querySelector('{seen}').naturalHeight")
    equal(size, 512, "its height")
    other = stage.member("bela", "?show=messages")
    other.becomes(lambda: other.page.evaluate(
        "document.querySelector('.conversation .face img')?.naturalWidth"), 512, "what others see")
    visit.click('[data-act="remove-face"]')
    hosting.confirm(visit)
    visit.hides(seen)
    check("picture" not in me(server, "ana"), "the picture is gone")
    check(visit.focused() != "body", "the focus after removing it")


def no_picture(stage):
    """A file that is not a picture is refused."""
    visit = stage.member("bela", account)
    visit.expected = [refused]
    visit.shows(".own-face label")
    visit.page.set_input_files(".own-face input", {"name": "a.png", "mimeType": "image/png", "buffer": b"no picture"})
    visit.becomes(lambda: visit.text(".own-face .form-error"), lambda text: "cannot be sent" in text, "the message")


def quiet(stage):
    """Quiet hours are set with the zone of the device, and removed."""
    visit = stage.member("bela", account)
    server = visit.server
    visit.click('[data-act="mails"]')
    form = 'details:has([data-act="mails"]) '
    visit.fill(form + "[name=from]", "22:30")
    visit.fill(form + "[name=to]", "07:00")
    visit.click(form + "[name=mails]")
    visit.click(form + ".done")
    visit.becomes(lambda: visit.text(form + ".form-status"), "Saved.", "the message")
    stored = me(server, "bela")
    equal([stored["quietHours"], stored["zone"], stored["reminderMails"]],
          [{"from": "22:30", "to": "07:00"}, "Europe/Berlin", False], "what is kept")
    visit.reload()
    visit.click('[data-act="mails"]')
    equal(visit.page.input_value(form + "[name=from]"), "22:30", "what is shown again")
    visit.fill(form + "[name=from]", "")
    visit.fill(form + "[name=to]", "")
    visit.click(form + ".done")
    visit.becomes(lambda: "quietHours" in me(server, "bela"), False, "quiet hours are removed")


def read(url):
    try:
        with urllib.request.urlopen(url, timeout=30) as answer:
            return answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code


def calendar(stage):
    """The address of a calendar is made, read by a program, and ended."""
    visit = stage.member("ana", account)
    visit.click('[data-act="calendar-feed"]')
    visit.click('[data-act="make-calendar"]')
    visit.shows(".copy input")
    url = visit.page.input_value(".copy input")
    check("BEGIN:VCALENDAR" in str(read(url)), f"the calendar: {read(url)}")
    equal(visit.attribute('[data-act="webcal"]', "href"), url.replace("http:", "webcal:"), "the link to a program")
    visit.click('[data-act="end-calendar"]')
    hosting.confirm(visit)
    visit.hides(".copy input")
    equal(read(url), 404, "the calendar that has ended")
    check(visit.focused() != "body", "the focus after ending it")
