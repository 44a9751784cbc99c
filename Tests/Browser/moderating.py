"""Members report, editors decide, and admins give roles."""
import json, re, subprocess

from . import people
from .checks import Failed, check, equal
from .conversations import conversation, script, write

bar = "stuttgart-tintenfass"


def staff(server):
    """Edda, an editor, and Ada, an admin, with Ana and Bela."""
    for name, role in ("edda", "editor"), ("ada", "admin"):
        if name in server.sessions:
            continue
        session = people.register(server, name)
        command = [server.program, "account", "role", name, role, "--catalog", server.catalog]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise Failed(f"no role for {name}: {done.stderr}")
        session["member"]["role"] = role
        server.sessions = {**server.sessions, name: session}
    return server


def report(server, by, reason="spam", **subject):
    return server.send("POST", "/v1/reports", {**subject, "reason": reason}, by=by)["number"]


def reports(server, status="open"):
    return server.send("GET", f"/v1/reports?status={status}&limit=200", by="edda")["reports"]


count = 0


def fresh(server, by="ana"):
    """A new event, which has no reports: its id, and its name."""
    global count
    count += 1
    identifier, name = f"reported-{count}", f"Gig {count}."
    form = {"kind": "event", "name": name, "lat": 46.5446, "lon": 24.562, "starts": "2026-12-05T20:00"}
    server.offer(identifier, form, by)
    return identifier, name


def newcomer(server):
    """A new member without any contacts."""
    global count
    count += 1
    name = f"mallory-{count}"
    server.sessions = {**server.sessions, name: people.register(server, name)}
    return name


def send_report(visit, button, reason="spam", text=""):
    visit.click(button)
    check(visit.focused() != "body", "the focus after opening a report")
    visit.select(".reporting [name=reason]", reason)
    if text:
        visit.fill(".reporting [name=text]", text)
    visit.click(".reporting .done")


def give_reason(visit, entry, act, reason):
    visit.click(f'{entry} [data-act="{act}"]')
    visit.fill(f"{entry} [name=reason]", reason)
    visit.click(f"{entry} .opened .done")


def numbers(text):
    return [int(digits) for digits in re.findall(r"\d+", text)]


def status(visit):
    return "".join(visit.texts(".reporting .form-status"))


def reporting(stage):
    """A listing is reported once, and a duplicate is recognized; without an account the sign-in opens."""
    server = stage.people()
    identifier, name = fresh(server)
    visit = stage.member("bela", f"?id={identifier}")
    button = '.detail-body > .actions [data-act="report"]'
    visit.click(button)
    visit.press("Escape")
    visit.hides(".reporting form")
    equal(visit.focused(), f"Report … {name}", "the focus after Escape")
    equal(visit.parameters().get("id"), identifier, "the listing is still there")
    send_report(visit, button, "wrong", "It was last year.")
    visit.becomes(lambda: status(visit), lambda text: text.startswith("Report sent."), "the message")
    check(visit.focused() != "body", "the focus after reporting")
    send_report(visit, button)
    visit.becomes(lambda: status(visit), lambda text: "already" in text, "the second message")
    other = stage.visit(f"?id={identifier}", server)
    other.click('[data-act="report"]')
    other.shows('.form [name="login"]')
    if stage.is_short:
        return
    host = stage.member("ana", f"?id={identifier}")
    host.shows('[data-act="edit"]')
    equal(host.count('[data-act="report"]'), 0, "reports of one's own")


def others(stage):
    """A review, a message and a member are reported."""
    server = staff(stage.people())
    identifier, _ = fresh(server)
    bar = "stuttgart-brennglas"
    server.send("PUT", f"/v1/listings/{bar}/rating", {"stars": 1, "text": "Buy watches"}, by="ana")
    number = write(server, "ana", text="Buy watches")
    try:
        visit = stage.member("bela", f"?view=48.7758,9.1729,13&id={bar}")
        send_report(visit, '.reviews li:has-text("Buy watches") [data-act="report"]')
        visit.becomes(lambda: status(visit), lambda text: text.startswith("Report sent."), "the message about a review")
        visit.go(f"?show=messages&item={conversation(server)}")
        send_report(visit, f'[data-number="{number}"] [data-act="report"]', "offensive", "Watches again")
        visit.becomes(
            lambda: status(visit), lambda text: text.startswith("Report sent."), "the message about a message")
        visit.go(f"?show=messages&item={conversation(server)}")
        send_report(visit, '.talk-head [data-act="report"]', "other")
        visit.becomes(lambda: status(visit), lambda text: text.startswith("Report sent."), "the message about a member")
        found = [one for one in reports(server) if one.get("reporter") == "bela"]
        subjects = {(one["subject"], json.dumps(one[one["subject"]]), one["reason"], one.get("text")) for one in found}
        for wanted in (
            ("review", json.dumps({"listing": bar, "member": "ana"}), "spam", None),
            ("message", str(number), "offensive", "Watches again"), ("member", '"ana"', "other", None),
        ):
            check(wanted in subjects, f"{wanted} among the reports: {subjects}")
    finally:
        server.send("DELETE", f"/v1/listings/{bar}/rating", by="ana")


def deciding(stage):
    """An editor hides what two have reported; its host reads why; it is restored."""
    server = staff(stage.people())
    identifier, name = fresh(server)
    report(server, "bela", "wrong", listing=identifier)
    report(server, "ada", "spam", listing=identifier)
    host = stage.member("ana", "?show=hosting")
    host.shows(f'.row:has-text("{name}")')
    visit = stage.member("edda", "?show=messages")
    visit.expected = ["Failed to load resource"]
    tab = '.own-panel [data-show="reports"]'
    open_ones = len(reports(server))
    visit.becomes(lambda: numbers(visit.text(tab)), [open_ones], "how many are open, in the tab")
    visit.click(tab)
    entry = f'.report:has-text("{name}")'
    visit.shows(entry)
    equal(visit.count(entry), 1, "entries for two reports")
    check("2 reports" in visit.text(entry), visit.text(entry))
    visit.becomes(lambda: "Bela" in visit.text(entry) and "Ada" in visit.text(entry), True, "who reported")
    visit.click(f"{entry} h4 a")
    visit.becomes(lambda: visit.text(".detail-name"), name, "what was reported, on the map")
    visit.click(".back")
    give_reason(visit, entry, "hidden", "It was last year.")
    visit.hides(entry)
    check(visit.focused() != "body", "the focus after deciding")
    visit.becomes(lambda: numbers(visit.text(tab)), [open_ones - 2] if open_ones > 2 else [], "how many are left")
    check(identifier not in [one["id"] for one in server.send("GET", "/v1/me/hosting", by="ana")["listings"]], "hidden")
    row = '.part:has-text("Decisions of the editors") .row:has-text("{}")'.format
    host.shows(row(name) + ':has-text("Hidden"):has-text("It was last year.")')
    host.becomes(
        lambda: host.text("#banner"), lambda text: "editors have made a decision" in text, "the message to the host")
    visit.click('[data-status="hidden"]')
    visit.shows(entry)
    check("It was last year." in visit.text(entry), "the reason of the decision")
    check(visit.focused() != "body", "the focus after going to what is hidden")
    give_reason(visit, entry, "restored", "It is this year, too.")
    visit.hides(entry)
    equal(server.listing(identifier)["name"], name, "it is there again")
    host.shows(row(name) + ':has-text("Visible again"):has-text("this year, too")')
    visit.click('[data-status="restored"]')
    visit.shows(entry)


def leaving(stage):
    """A report is dismissed, and its member notified; a message is hidden, and restored."""
    server = staff(stage.people())
    identifier, name = fresh(server)
    report(server, "bela", listing=identifier)
    number = write(server, "ana", text=f"About {name}")
    report(server, "bela", "offensive", message=number)
    visit = stage.member("edda", "?show=reports")
    entry = f'.report:has-text("{name}")'
    of_listing, of_message = entry + ':has-text("Listing")', entry + ':has-text("About")'
    visit.shows(of_listing)
    give_reason(visit, of_listing, "dismissed", "It takes place.")
    visit.hides(of_listing)
    talk = stage.member("bela", f"?show=messages&item={conversation(server)}")
    message = f'.message[data-number="{number}"]'
    talk.shows(f'{message}:has-text("About {name}")')
    give_reason(visit, of_message, "hidden", "Rude")
    visit.hides(of_message)
    talk.shows(f'{message}:has-text("Message deleted")')
    reader = stage.member("bela", "?show=mine")
    reader.shows('.part:has-text("Decisions") .row:has-text("It takes place."):has-text("dismissed")')
    reader.shows('.part:has-text("Decisions") .row:has-text("Message"):has-text("Hidden")')
    visit.click('[data-status="hidden"]')
    give_reason(visit, of_message, "restored", "Not so rude")
    visit.hides(of_message)
    talk.shows(f'{message}:has-text("About {name}")')


def meanwhile(stage):
    """Another editor was faster."""
    server = staff(stage.people())
    identifier, name = fresh(server)
    number = report(server, "bela", listing=identifier)
    visit = stage.member("edda", "?show=reports")
    visit.expected = ["Failed to load resource"]
    entry = f'.report:has-text("{name}")'
    visit.shows(entry)
    form = {"status": "dismissed", "reason": "Fine"}
    server.send("POST", f"/v1/reports/{number}/decision", form, by="ada")
    give_reason(visit, entry, "dismissed", "Fine as well")
    visit.becomes(
        lambda: "".join(visit.texts(f"{entry} .form-error")), lambda text: "Another editor" in text, "the message")
    equal(visit.page.input_value(f"{entry} [name=reason]"), "Fine as well", "what was written is not lost")


def suspending(stage):
    """A member is suspended, reads why on signing in, and is let in again by an admin."""
    server = staff(stage.people())
    name = newcomer(server)
    report(server, "bela", "dangerous", member=name)
    visit = stage.member("edda", "?show=reports")
    entry = f'.report:has-text("{name}")'
    give_reason(visit, entry, "hidden", "Threats: three of them.")
    visit.hides(entry)
    other = stage.visit("?show=account", server)
    other.expected = ["Failed to load resource"]
    other.fill('[name="login"]', name)
    other.fill('[name="password"]', people.password)
    other.click(".form .done")
    said = lambda: other.text(".form > .form-error")
    other.becomes(said, "This account is suspended. Reason: Threats: three of them.", "the message")
    admin = stage.member("ada", "?show=admin")
    row = f'.row[data-member="{name}"]'
    admin.shows(f'{row}:has-text("Threats")')
    equal(admin.count(row), 1, "the member is in the list of suspended ones alone")
    give_reason(admin, row, "restored", "They are sorry")
    admin.shows(f'{row} [data-act="role"]')
    check(admin.focused() != "body", "the focus after letting in")
    other.click(".form .done")
    other.shows('.own-panel [data-show="messages"]')
    equal(other.count('[data-show="reports"]:visible'), 0, "what is for editors")


def roles(stage):
    """An admin finds a member, gives a role and suspends; the last admin stays one."""
    server = staff(stage.people())
    name = newcomer(server)
    visit = stage.member("ada", "?show=admin")
    visit.expected = ["Failed to load resource"]
    row = f'.row[data-member="{name}"]'
    visit.shows('.row[data-member="bela"]')
    visit.fill('[name="q"]', name.title())
    visit.hides('.row[data-member="bela"]')
    visit.click(f'{row} [data-act="role"]')
    visit.select(f"{row} [name=role]", "editor")
    visit.click(f"{row} .opened .done")
    visit.becomes(lambda: "Editor" in visit.text(f"{row} .row-text"), True, "the role in the list")
    check(visit.focused() != "body", "the focus after giving a role")
    equal(server.send("GET", f"/v1/members/{name}", by="ada")["role"], "editor", "the role")
    editor = stage.member(name, "?show=account")
    # The session ends below.
    editor.expected = ["Failed to load resource"]
    editor.shows('.own-panel [data-show="reports"]')
    equal(editor.count('[data-show="admin"]:visible'), 0, "what is for admins")
    give_reason(visit, row, "suspend", "By mistake an editor")
    visit.shows(f'{row}:has-text("By mistake")')
    visit.fill('[name="q"]', "ada")
    own = '.row[data-member="ada"]'
    visit.click(f'{own} [data-act="role"]')
    visit.select(f"{own} [name=role]", "host")
    visit.click(f"{own} .opened .done")
    visit.becomes(
        lambda: "".join(visit.texts(f"{own} .form-error")), lambda text: "You are the only admin" in text, "the last")
    visit.go("?show=mine")
    visit.shows('.own-panel [data-show="admin"]')


def for_others(stage):
    """Parts for editors and admins are not shown to others, whatever the address says."""
    server = staff(stage.people())
    for who, show in ("bela", "reports"), ("bela", "admin"), ("edda", "admin"):
        visit = stage.member(who, f"?show={show}")
        visit.shows('.own-part .part:has-text("Stays")')
        equal(visit.attribute('.own-panel [data-show="mine"]', "aria-current"), "page", f"{who} at {show}")
        tabs = [tab.get_attribute("data-show") for tab in visit.page.locator(".own-panel nav button:visible").all()]
        expected = ["mine", "hosting", "messages", "alerts", "account"] + ["reports"] * (who == "edda")
        equal(tabs, expected, f"the tabs of {who}")


def pages(stage):
    """More reports than one page has."""
    server = staff(stage.people())
    for one in reports(server):
        server.send("POST", f"/v1/reports/{one['number']}/decision", {"status": "dismissed", "reason": "x"}, by="edda")
    listings = server.ask("/v1/near?near=48.7758,9.1829&radius=100000&limit=53")["results"]
    numbers = [report(server, "bela", listing=one["id"]) for one in listings]
    try:
        visit = stage.member("edda", "?show=reports")
        visit.becomes(lambda: visit.count(".report"), 50, "the first page")
        visit.click(".wide")
        visit.becomes(lambda: visit.count(".report"), 53, "both pages")
        check(visit.focused() != "body", "the focus after more reports")
        equal(visit.count(".wide"), 0, "no more")
    finally:
        for number in numbers:
            form = {"status": "dismissed", "reason": "x"}
            server.send("POST", f"/v1/reports/{number}/decision", form, by="edda")


def scripts(stage):
    """Names, texts and reasons that look like scripts are text in the queue."""
    server = staff(stage.people())
    server.send("PATCH", "/v1/me", {"displayName": script[:60]}, by="ana")
    bar = "stuttgart-brennglas"
    try:
        form = {"kind": "event", "name": script, "description": script, "lat": 46.5446, "lon": 24.562}
        server.offer("reported-script", {**form, "starts": "2026-12-05T20:00"}, "ana")
        server.send("PUT", f"/v1/listings/{bar}/rating", {"stars": 1, "text": script}, by="ana")
        place = {"lat": 1, "lon": 1, "name": script, "address": script, "telephone": "+49 711 1"}
        subjects = [
            {"listing": "reported-script"}, {"review": {"listing": bar, "member": "ana"}},
            {"message": write(server, "ana", text=script)}, {"message": write(server, "ana", location=place)},
            {"member": "ana"},
        ]
        numbers = []
        for subject in subjects:
            # Bela has received the messages; her other reports may be decided.
            by = "bela" if "message" in subject else "ada"
            form = {**subject, "reason": "spam", "text": script}
            numbers.append(server.send("POST", "/v1/reports", form, by=by)["number"])
        visit = stage.member("edda")

        def looks(query, seen):
            visit.go(query)
            visit.shows(seen)
            visit.page.wait_for_timeout(200)
            check("<img src=x" in visit.text("#panel"), f"the text at {query}")
            equal(visit.count("#panel img[src='x'], #panel script"), 0, f"elements of a text at {query}")
            check("broken" != visit.page.title(), f"the title at {query}")

        looks("?show=reports", f'[data-report="{numbers[0]}"]')
        entry = f'[data-report="{numbers[2]}"]'
        give_reason(visit, entry, "hidden", script)
        visit.hides(entry)
        looks("?show=reports&item=hidden", entry)
        visit = stage.member("bela")
        looks("?show=mine", '.part:has-text("Decisions")')
        visit = stage.member("ada")
        looks("?show=admin", '[data-member="ana"]')
        visit.click('[data-member="ana"] [data-act="suspend"]')
        check("broken" != visit.page.title(), "the title with a form")
        for number in numbers:
            if number != numbers[2]:
                form = {"status": "dismissed", "reason": "x"}
                server.send("POST", f"/v1/reports/{number}/decision", form, by="edda")
    finally:
        server.send("PATCH", "/v1/me", {"displayName": "Ana"}, by="ana")
        server.send("DELETE", f"/v1/listings/{bar}/rating", by="ana")


def editing(stage):
    """An editor changes and removes a listing of another member."""
    server = staff(stage.people())
    identifier, name = fresh(server)
    visit = stage.member("edda", f"?id={identifier}")
    visit.click('[data-act="edit"]')
    visit.fill('.form [name="name"]', f"{name} Changed")
    visit.click(".form .done")
    visit.shows(".form-status")
    listing = server.listing(identifier)
    equal([listing["name"], listing["host"]], [f"{name} Changed", "ana"], "what was changed")
    visit.click(".own-part .back")
    visit.becomes(lambda: visit.text(".detail-name"), f"{name} Changed", "the listing again")
    check(visit.focused() != "body", "the focus after going back")
    visit.click('[data-act="edit"]')
    visit.click('[data-act="remove"]')
    visit.click(".confirm-box .action.danger")
    visit.becomes(lambda: visit.parameters().get("show"), None, "what is shown after removing")
    check(visit.focused() != "body", "the focus after removing")
    own = [one["id"] for one in server.send("GET", "/v1/me/hosting", by="ana")["listings"]]
    check(identifier not in own, "it is removed")
