"""Members write to each other."""
from . import taking_part
from .accounts import refused
from .accounts import name as own_name
from .checks import check, equal
from .hosting import confirm
from .listings import png

last = ".messages .message:last-child"
box = ".composer [name=message]"
script = "<img src=x onerror=\"document.title='broken'\"><script>document.title='broken'</script>"


def conversation(server):
    """The conversation of Ana and Bela."""
    return server.send("POST", "/v1/conversations", {"with": "bela"}, by="ana")["id"]


def write(server, by, **message):
    path = f"/v1/conversations/{conversation(server)}/messages"
    return server.send("POST", path, message, by=by)["number"]


def two(stage, view="48.7758,9.1729,16", **options):
    """Both have the conversation open."""
    query = f"?view={view}&show=messages&item={conversation(stage.people())}"
    visits = [stage.member(who, query, **options) for who in ("ana", "bela")]
    for visit in visits:
        visit.shows(box)
    return visits


def say(visit, text):
    visit.fill(box, text)
    visit.press("Enter")
    visit.shows(f"{last}.is-mine:has-text({text!r})")


def talk(stage):
    """Two browsers write to each other, without a reload."""
    ana, bela = two(stage)
    say(bela, "Is the sofa still free?")
    ana.shows(f"{last}:has-text('Is the sofa still free?')")
    say(ana, "It is. See you at eight!")
    bela.shows(f"{last}:has-text('See you at eight!')")
    equal(ana.focused(), "Message", "the focus after sending")
    ana.page.set_input_files(
        ".composer [type=file]", {"name": "sofa.png", "mimeType": "image/png", "buffer": png(40, 30)})
    bela.shows(f"{last} img")
    bela.until("() => [...document.querySelectorAll('.message img')].at(-1).naturalWidth === 40", text="the picture")
    ana.shows(f"{last} img")
    ana.click(f'{last} [data-act="delete"]')
    confirm(ana)
    for visit in ana, bela:
        visit.shows(f"{last}:has-text('Message deleted')")
    check(ana.focused() != "body", "the focus after deleting")


def meanwhile(stage):
    """Text that is typed while a message is being sent stays in the field."""
    ana, bela = two(stage)
    held = []
    ana.page.route(
        "**/messages", lambda route: held.append(route) if route.request.method == "POST" else route.continue_())
    ana.fill(box, "One")
    ana.press("Enter")
    ana.becomes(lambda: len(held), 1, "the message on its way")
    ana.fill(box, "One and two")
    held[0].continue_()
    ana.becomes(lambda: ana.page.input_value(box), " and two", "what was written meanwhile")
    ana.page.unroute("**/messages")
    ana.press("Enter")
    bela.shows(f"{last}:has-text('and two')")


def unread(stage):
    """The head counts what is unread, the list shows the last message, and opening it reads it."""
    server = stage.people()
    write(server, "ana", text="One")
    visit = stage.member("bela")
    badge = f"{own_name} .unread"
    visit.shows(badge)
    before = int(visit.text(badge).split("unread")[0])
    write(server, "ana", text="Two")
    visit.becomes(lambda: visit.text("#banner"), "New message from Ana", "the message about a new message")
    visit.becomes(lambda: visit.text(badge), f"{before + 1}unread messages", "the count")
    visit.click(own_name)
    tab = '.own-panel [data-show="messages"]'
    visit.becomes(lambda: visit.text(tab), f"Messages {before + 1}unread messages", "the tab")
    visit.click(tab)
    visit.becomes(lambda: visit.text(".conversation-last"), "Two", "the last message")
    visit.click(".conversation")
    visit.shows(f"{last}:has-text('Two')")
    visit.hides(badge)
    check(visit.focused() != "body", "the focus in the conversation")
    visit.click(".talk .back")
    visit.shows(".conversation")
    check(visit.focused() != "body", "the focus in the list")


def place(stage):
    """The middle of the map is shared, opens on the map of the other, and leads to what is near."""
    ana, bela = two(stage)
    ana.click('[data-act="share"]')
    ana.click('.share [data-place="middle"]')
    bela.shows(f'{last} [data-act="on-map"]')
    bela.click(f'{last} [data-act="on-map"]')
    bela.becomes(lambda: bela.parameters().get("near"), "48.7758,9.1729", "the place in the address")
    bela.shows("#map .origin")
    bela.shows(".cards")
    check(bela.focused() != "body", "the focus on the map")
    bela.page.go_back()
    bela.shows(f'{last} [data-act="near"]')
    with bela.new_answer():
        bela.click(f'{last} [data-act="near"]')
    equal(bela.parameters().get("sort"), "distance", "the order of what is near")
    check(bela.listed(), "what is near")
    check(bela.focused() != "body", "the focus")


def listing(stage):
    """A listing is shared by its name, with its address."""
    ana, bela = two(stage)
    ana.click('[data-act="share"]')
    ana.fill(".share [role=combobox]", "Tintenf")
    ana.shows(".share .options li")
    ana.press("Enter")
    bela.shows(f"{last}:has-text('Tintenfass'):has-text('Gymnasiumstraße')")
    bela.click(f'{last} [data-act="on-map"]')
    bela.becomes(lambda: bela.text(".detail-name"), "Tintenfass", "the listing beside the map")
    bela.becomes(lambda: bela.pins(), lambda ids: "stuttgart-tintenfass" in ids, "its pin")
    bela.page.go_back()
    bela.click(f"{last} a[data-id]")
    bela.becomes(lambda: bela.text(".detail-name"), "Tintenfass", "the listing by its link")


def links(stage):
    """Addresses of web pages are links, and nothing else is."""
    ana, bela = two(stage)
    ana.fill(box, "See https://example.org/a?b=c&d=(e), or http://example.org. Not javascript:alert(1) nor <a href=x>")
    ana.press("Enter")
    bela.shows(f"{last} a")
    found = bela.page.eval_on_selector_all(
        f"{last} .message-text a", "l => l.map((a) => [a.href, a.rel, a.textContent])")
    rel = "noopener noreferrer nofollow"
    equal(found, [
        ["https://example.org/a?b=c&d=(e)", rel, "https://example.org/a?b=c&d=(e)"],
        ["http://example.org/", rel, "http://example.org"],
    ], "links")
    check("javascript:alert(1) nor <a href=x>" in bela.text(f"{last} .message-text"), "the rest is text")


def own_link(stage):
    """The address of a listing on this page is its name, and opens it; back leads to the conversation."""
    ana, bela = two(stage)
    ana.fill(box, f"Look: {ana.server.url}/map?view=48.77,9.17,15&id=stuttgart-tintenfass.")
    ana.press("Enter")
    bela.becomes(lambda: bela.text(f"{last} .message-text"), "Look: Tintenfass.", "the name of the listing")
    bela.click(f"{last} .message-text a")
    bela.becomes(lambda: bela.text(".detail-name"), "Tintenfass", "the listing")
    bela.click(".back")
    bela.shows(box)


def live(stage):
    """A live position moves on the map of the other, until it is stopped."""
    here = {"latitude": 48.7758, "longitude": 9.1829}
    ana, bela = two(stage, permissions=["geolocation"], geolocation=here)
    ana.click('[data-act="share"]')
    ana.click('.share [data-place="quarter"]')
    bela.shows(f"{last}:has-text('Live until')")
    bela.click(f'{last} [data-act="on-map"]')
    bela.becomes(lambda: bela.parameters().get("near"), "48.7758,9.1829", "the place in the address")
    ana.page.context.set_geolocation({"latitude": 48.78, "longitude": 9.19})
    bela.becomes(lambda: bela.parameters().get("near"), "48.78,9.19", "the place that has moved")
    ana.click(f'{last} [data-act="stop"]')
    bela.shows(f"{last}:has-text('Ended at')")
    check(ana.focused() != "body", "the focus after stopping")


def event(stage):
    """Those who come to an event write to each other."""
    server = stage.people()
    taking_part.event(server, "talked-event")
    for who in "ana", "bela":
        server.send("PUT", "/v1/listings/talked-event/place", by=who)
    ana, bela = (stage.member(who, "?id=talked-event") for who in ("ana", "bela"))
    for visit in ana, bela:
        visit.click('[data-act="write-all"]')
        visit.shows(box)
    say(ana, "Who brings wine?")
    bela.shows(f"{last}:has-text('Ana'):has-text('Who brings wine?')")
    check("Small" in bela.text(".talk-head"), "the name of the event")


def blocking(stage):
    """A blocked member can no longer write."""
    ana, bela = two(stage)
    bela.expected = [refused]
    try:
        ana.click('[data-act="block-member"]')
        confirm(ana)
        ana.hides(".talk")
        ana.becomes(ana.focused, lambda name: name not in ("body", ""), "the focus after blocking")
        bela.fill(box, "Are you there?")
        bela.press("Enter")
        bela.becomes(lambda: bela.text(".composer .form-error"), lambda text: "cannot message" in text, "the message")
        equal(bela.page.input_value(box), "Are you there?", "what was written is not lost")
        ana.click('.own-panel [data-show="account"]')
        ana.click(".part:has-text('Blocked members') .action")
        ana.becomes(lambda: ana.server.send("GET", "/v1/me/blocked", by="ana")["blocked"], [], "blocked members")
        bela.press("Enter")
        bela.shows(f"{last}.is-mine:has-text('Are you there?')")
    finally:
        ana.server.send("DELETE", "/v1/me/blocked/bela", by="ana")


def reconnecting(stage):
    """Messages written while the server is away arrive when it is back."""
    server = stage.people()
    ana, bela = two(stage)
    for visit in ana, bela:
        visit.expected = [refused, "Failed to load"]
    server.kill()
    ana.fill(box, "Written while the server is down")
    ana.press("Enter")
    ana.becomes(lambda: ana.text(".composer .form-error"), lambda text: "cannot be reached" in text, "the message")
    server.start_again()
    ana.press("Enter")
    bela.shows(f"{last}:has-text('Written while the server is down')")
    said = bela.texts(".message-text")
    equal(said.count("Written while the server is down"), 1, "messages")
    say(bela, "Here again")
    ana.shows(f"{last}:has-text('Here again')")


def several_tabs(stage):
    """Tabs of one browser share a stream, and another one goes on when the first is closed."""
    first = stage.member("bela")
    second = stage.visit(f"?show=messages&item={conversation(first.server)}", first.server, first.page.context)
    second.shows(box)
    write(first.server, "ana", text="To both tabs")
    second.shows(f"{last}:has-text('To both tabs')")
    first.page.close()
    write(second.server, "ana", text="To the one that is left")
    second.shows(f"{last}:has-text('To the one that is left')")
    stage.visits.remove(first)


def scripts(stage):
    """Names and messages that look like scripts are text."""
    server = stage.people()
    server.send("PATCH", "/v1/me", {"displayName": script[:40]}, by="ana")
    try:
        form = {"kind": "event", "name": script, "description": script, "lat": 46.5446, "lon": 24.562}
        server.offer("script-event", {**form, "starts": "2026-12-05T20:00"}, "ana")
        server.send("PUT", "/v1/listings/script-event/place", by="bela")
        server.send("PUT", "/v1/listings/stuttgart-tintenfass/rating", {"stars": 3, "text": script}, by="ana")
        write(server, "ana", text=script)
        write(server, "ana", location={"lat": 1, "lon": 1, "name": script, "address": script})
        identifier = conversation(server)
        visit = stage.member("bela")
        places = [
            (f"?show=messages&item={identifier}", last), ("?id=script-event", ".names"),
            ("?show=messages", ".conversation-last"), ("?show=mine", ".row a"),
            ("?id=stuttgart-tintenfass", ".review"),
        ]
        for query, seen in places[:2] if stage.is_short else places:
            visit.go(query)
            visit.becomes(lambda: "".join(visit.texts(f"#panel {seen}, #panel .talk-head")), lambda text: text, query)
            visit.becomes(lambda: "<img src=x" in visit.text("#panel"), True, f"the text at {query}")
            equal(visit.count("#panel img[src='x'], #panel script"), 0, f"elements of a text at {query}")
            check("broken" != visit.page.title(), f"the title at {query}")
    finally:
        server.send("PATCH", "/v1/me", {"displayName": "Ana"}, by="ana")
        server.send("DELETE", "/v1/listings/stuttgart-tintenfass/rating", by="ana")
