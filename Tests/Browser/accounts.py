"""A visitor opens an account, and uses it."""
from . import people
from .checks import check, equal

refused = "Failed to load resource"
name = '#places [data-place="mine"]'


def sign_in(stage):
    """Signing in from a listing, with a wrong password and with the right one, and out."""
    visit = stage.visit("?view=48.7758,9.1729,13&id=stuttgart-tintenfass", stage.people())
    visit.expected = [refused]
    visit.click('[data-act="sign-in"]')
    visit.shows('.form [name="login"]')
    visit.fill('[name="login"]', "ana@example.org")
    visit.fill('[name="password"]', "three other words")
    visit.click('.form .done')
    visit.becomes(lambda: visit.text('.form > .form-error'), lambda text: "password is wrong" in text, "the message")
    visit.fill('[name="password"]', people.password)
    visit.click('.form .done')
    visit.shows('[data-own="rating"]')
    equal(visit.text(name), "Ana", "the name in the head")
    equal(visit.text(".detail-name"), "Tintenfass", "the listing is shown again")
    check(visit.focused() != "body", "the focus after signing in")
    visit.click(name)
    visit.shows('.own-panel [data-show="account"]')
    equal(visit.parameters().get("show"), "mine", "what the name leads to")
    visit.click('.own-panel [data-show="account"]')
    visit.shows('[data-act="sign-out"]')
    visit.click('[data-act="sign-out"]')
    visit.click(".confirm-box .action.danger")
    visit.becomes(lambda: visit.text(name), "Sign in", "the button after signing out")
    visit.shows('.form [name="login"]')
    check(visit.focused() != "body", "the focus after signing out")


def profile(stage):
    """The profile, with errors next to their fields."""
    visit = stage.member("ana", "?show=account")
    visit.expected = [refused]
    visit.shows('[data-act="sign-out"]')
    visit.fill('[name="telephone"]', "none")
    visit.click('.form .done')
    error = '.form-field:has([name="telephone"]) .form-error'
    visit.becomes(lambda: visit.text(error), lambda text: "not a phone number" in text, "the error at the field")
    equal(visit.page.evaluate("document.activeElement.name"), "telephone", "the field has the focus")
    visit.fill('[name="telephone"]', "+40 265 123456")
    visit.click('.form .done')
    visit.becomes(lambda: visit.text(".part > .form-status"), "Saved.", "the message about the profile")
    visit.reload()
    visit.becomes(lambda: visit.text(name), "Ana", "the name after a reload")
    visit.shows('[data-act="sign-out"]')
    equal(visit.page.input_value('[name="telephone"]'), "+40 265 123456", "the telephone after a reload")


def registration(stage):
    """A new account with the code of an email, and a new password by a link."""
    server = stage.people()
    visit = stage.visit("", server)
    visit.expected = [refused]
    visit.click(name)
    visit.click('[data-step="register"]')
    visit.fill('[name="name"]', "ana")
    visit.fill('[name="displayName"]', "Dora")
    visit.fill('[name="mail"]', "dora@example.org")
    visit.fill('[name="password"]', people.password)
    visit.click('.form .done')
    error = '.form-field:has([name="name"]) .form-error'
    visit.becomes(lambda: visit.text(error), lambda text: "taken" in text, "the error at the name")
    visit.fill('[name="name"]', "dora")
    visit.click('.form .done')
    visit.shows('[name="code"]')
    visit.fill('[name="code"]', server.code("dora@example.org"))
    visit.click('.form .done')
    visit.becomes(lambda: visit.text(name), "Dora", "the name in the head")
    other = stage.visit("", server)
    other.expected = [refused]
    other.click(name)
    other.click('[data-step="lost"]')
    other.fill('[name="mail"]', "dora@example.org")
    before = server.code("dora@example.org")
    other.click('.form .done')
    code = other.becomes(lambda: server.code("dora@example.org"), lambda code: code != before, "the code of the mail")
    other.go(f"?reset={code}")
    check(code not in other.page.url, "the code has left the address")
    other.shows('[name="code"]')
    other.fill('[name="password"]', "four other words here")
    other.click('.form .done')
    other.shows('.form [name="login"]')
    visit.go("?show=account")
    visit.becomes(lambda: visit.text(name), "Sign in", "the other sessions have ended")


def terms(stage):
    """Terms that the server wants are accepted before an account is opened."""
    server = stage.own_server("odd", ["--terms", "2026-11"])
    try:
        visit = stage.visit("?show=account", server)
        visit.click('[data-step="register"]')
        for field, text in ("name", "flora"), ("mail", "flora@example.org"), ("password", people.password):
            visit.fill(f'[name="{field}"]', text)
        visit.shows("text=I accept the terms of use, version 2026-11.")
        visit.click(".form .done")
        equal(visit.page.evaluate("document.activeElement.type"), "checkbox", "what has the focus")
        visit.press("Space")
        visit.click(".form .done")
        visit.shows('[name="code"]')
    finally:
        server.end()


def devices(stage):
    """Other devices are listed, and signed out."""
    server = stage.people()
    agent = {"User-Agent": "Mozilla/5.0 (X11; Linux) Firefox/140.0"}
    form = {"login": "bela", "password": people.password, "cookie": True}
    server.send("POST", "/v1/sessions", form, headers=agent)
    visit = stage.member("bela", "?show=account")
    row = '.row:has-text("Firefox, Linux")'
    visit.shows(row)
    visit.click(f"{row} .action")
    visit.click(".confirm-box .action.danger")
    visit.hides(row)
    check(visit.focused() != "body", "the focus after signing a device out")
    equal(visit.text(name), "Bela", "this device is still signed in")


def favourites(stage):
    """Favorites belong to the account, on every device."""
    server = stage.people()
    context = stage.context()
    visit = stage.visit("?view=48.7758,9.1729,13", server, context)
    visit.click('[data-heart="stuttgart-tintenfass"]')
    people.sign_in(server, context, "ana")
    visit.go("?view=47.4979,19.0402,12&kind=couch")
    visit.becomes(lambda: visit.attribute(".heart", "aria-pressed"), "false", "a heart")
    # The account is read once it is known who is signed in.
    saved = visit.attribute(".heart", "data-heart")
    visit.click(".heart")
    in_account = lambda: {one["id"] for one in server.send("GET", "/v1/me/favourites", by="ana")["favourites"]}
    visit.becomes(in_account, {saved}, "the favourites of the account")
    visit.open_favourites()
    visit.becomes(visit.listed, [saved], "those that are shown")
    visit.click('[data-act="take-over"]')
    visit.becomes(lambda: set(visit.listed()), {saved, "stuttgart-tintenfass"}, "with those of the device")
    check(visit.focused() != "body", "the focus after taking them over")
    equal(in_account(), {saved, "stuttgart-tintenfass"}, "the account")
    other = stage.member("ana", "?show=favourites")
    other.becomes(lambda: set(other.listed()), {saved, "stuttgart-tintenfass"}, "on another device")
    other.click('[data-chip="favourites today"]')
    other.becomes(other.listed, ["stuttgart-tintenfass"], "those of today")
    for identifier in in_account():
        other.server.send("DELETE", f"/v1/me/favourites/{identifier}", by="ana")


def early_heart(stage):
    """A heart that is clicked before the account is read is of the account."""
    server = stage.people()
    context = stage.context()
    people.sign_in(server, context, "bela")
    held = []
    context.route("**/session.js", lambda route: held.append(route))
    visit = stage.visit("?view=47.4979,19.0402,12&kind=couch", server, context)
    saved = visit.attribute(".heart", "data-heart")
    visit.click(".heart")
    visit.becomes(lambda: len(held), 1, "the account is being read")
    held[0].continue_()
    favourites = lambda: server.send("GET", "/v1/me/favourites", by="bela")["favourites"]
    in_account = lambda: saved in {one["id"] for one in favourites()}
    visit.becomes(in_account, True, "the favourites of the account")
    visit.becomes(lambda: visit.attribute(f'[data-heart="{saved}"]', "aria-pressed"), "true", "the heart")
    server.send("DELETE", f"/v1/me/favourites/{saved}", by="bela")


def favourites_away(stage):
    """Without a connection the last known favorites of the account are shown."""
    server = stage.people()
    server.send("PUT", "/v1/me/favourites/stuttgart-brennglas", by="bela")
    context = stage.context(worker=True)
    people.sign_in(server, context, "bela")
    visit = stage.visit("?view=48.7758,9.1729,13", server, context)
    visit.expected = [refused]
    visit.shows('.heart.is-on[data-heart="stuttgart-brennglas"]')
    kept = "() => caches.open('vicinity-favourites').then((cache) => cache.keys()).then((keys) => keys.length > 3)"
    visit.becomes(lambda: visit.page.evaluate(kept), True, "what the worker keeps")
    context.set_offline(True)
    visit.page.reload()
    visit.shows('[data-place="favourites"]')
    equal(visit.text(name), "Bela", "who is signed in")
    visit.open_favourites()
    visit.becomes(visit.listed, ["stuttgart-brennglas"], "the favourites")
    visit.click(".heart")
    visit.becomes(lambda: visit.text("#banner"), lambda text: "not saved" in text, "the message about a change")
    visit.becomes(visit.listed, ["stuttgart-brennglas"], "the favourites are as they were")
    context.set_offline(False)
    server.send("DELETE", "/v1/me/favourites/stuttgart-brennglas", by="bela")
