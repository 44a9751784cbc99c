"""What members see, by name: who sees it, where it is, and what shows that it is there."""
from . import conversations, hosting, moderating, taking_part
from .listings import png


def prepare(stage):
    """A server where everything that members can have is there."""
    server = stage.people()
    if getattr(server, "is_prepared", False):
        return server
    server.is_prepared = True
    hosting.couch(server, "seen-couch")
    stay = hosting.book(server, "seen-couch", hosting.today, "2026-11-29")
    server.send("POST", f"/v1/bookings/{stay}/confirm", by="ana")
    hosting.book(server, "seen-couch", "2026-12-01", "2026-12-03")
    server.send("PUT", "/v1/listings/seen-couch/blocks?from=2026-12-24&to=2026-12-27", by="ana")
    taking_part.event(server, "seen-event", capacity=1)
    server.send("PUT", "/v1/listings/seen-event/place", by="bela")
    server.send("PUT", "/v1/listings/stuttgart-tintenfass/rating", {"stars": 3.5, "text": "Quiet"}, by="bela")
    server.send("PUT", "/v1/me/favourites/stuttgart-tintenfass", by="bela")
    first = conversations.write(server, "ana", text="A long line without an end: " + "so" * 60)

    switch = "/v1/listings/seen-couch/switches/Heating"
    server.send("PUT", switch, {"url": "https://home.example.org/rest/items/Heating"}, by="ana")
    rule = {"url": "https://weather.example.org/?at={lat},{lon}", "pointer": "/t", "below": 5, "state": "ON"}
    server.send("PUT", f"{switch}/rule", rule, by="ana")
    query = {"near": {"lat": 48.7758, "lon": 9.1729}, "radius": 5000, "kinds": ["bar"], "tags": {"all": ["seen"]}}
    server.send("POST", "/v1/me/alerts", {"name": "Seen bars", "query": query, "mail": True}, by="ana")
    bar = {"kind": "bar", "name": "Seen bar", "lat": 48.77, "lon": 9.17, "tags": ["seen"], "timezone": "Europe/Berlin"}
    server.offer("seen-bar", bar, "bela")
    for by, message in (
        ("bela", {"text": "Yes"}),
        ("bela", {"location": {"lat": 48.7758, "lon": 9.1829, "name": "Schlossplatz", "telephone": "+49 711 1"}}),
        ("ana", {"location": {"lat": 48.7758, "lon": 9.1829, "live": 3600}}),
    ):
        conversations.write(server, by, **message)
    medium = server.send("POST", "/v1/media", by="ana", data=png(300, 200))["id"]
    number = conversations.write(server, "ana", media=medium, text="The sofa")
    reported(server, first, number)
    return server


def reported(server, *messages):
    """A report of each kind, and something hidden."""
    moderating.staff(server)
    review = {"listing": "stuttgart-tintenfass", "member": "bela"}
    moderating.report(server, "ada", review=review)
    for by in "bela", "ada":
        moderating.report(server, by, "wrong", listing="seen-event")
    for number in messages:
        moderating.report(server, "bela", "offensive", message=number)
    hosting.couch(server, "hidden-couch")
    for subject in {"listing": "hidden-couch"}, {"member": moderating.newcomer(server)}:
        number = moderating.report(server, "bela", "dangerous", **subject)
        form = {"status": "hidden", "reason": "There is no such house"}
        server.send("POST", f"/v1/reports/{number}/decision", form, by="edda")


def to_top(visit):
    """What lies under the handle of the sheet would count as too small."""
    visit.page.evaluate("document.getElementById('panel').scrollTo(0, 0)")


def asked(visit):
    """A confirmation before an action."""
    visit.click('[data-act="sign-out"]')
    to_top(visit)


def wrong(visit):
    """Errors are next to their fields."""
    visit.fill('[name="telephone"]', "none")
    visit.click(".form .done")
    visit.shows("[aria-invalid]")


def noticed(visit):
    """A line over the page."""
    change = {"kind": "alert", "what": "begins", "alertName": "Seen bars", "listing": "seen-bar", "name": "Seen bar"}
    visit.page.evaluate(
        "detail => document.dispatchEvent(new CustomEvent('vicinity-news', { detail }))", change)
    visit.shows(".notice")


def ways(visit):
    visit.click("details summary")


def more_of_account(visit):
    for act in "mails", "calendar-feed", "make-calendar":
        visit.click(f'[data-act="{act}"]')
    visit.shows(".copy")
    to_top(visit)


def ending(visit):
    visit.click('[data-act="end"]')
    visit.fill(".end-account [name=password]", "three words or more")
    visit.click(".end-account .done")
    visit.shows('[data-act="end-account"]')
    to_top(visit)


def by_weather(visit):
    visit.click('[data-act="weather"]')
    visit.click('[data-act="add-switch"]')
    to_top(visit)


def registering(visit):
    visit.click('[data-step="register"]')


uncut = """() => {
  const panel = document.querySelector('.panel');
  const edges = () => [
    document.querySelector('.handle').getBoundingClientRect().bottom,
    document.querySelector('.composer').getBoundingClientRect().top,
  ];
  const isCut = (one) => {
    const { top, bottom } = one.getBoundingClientRect();
    // Nor just behind the edge: axe counts the space to the next button.
    return edges().some((edge) => top < edge + 8 && bottom > edge - 24);
  };
  const links = [...document.querySelectorAll('.message :is(button, a)')];
  while (links.some(isCut) && panel.scrollTop > 0) panel.scrollTop -= 2;
}"""
"""Scrolls a conversation so that no button is half under the handle of the sheet or the form."""


def sharing(visit):
    visit.click('[data-act="share"]')
    # What is still loading moves the buttons.
    visit.until("() => [...document.images].every(({ complete }) => complete)")
    visit.page.evaluate(uncut)


def nights(visit):
    visit.click('[data-date="2026-11-29"]')
    visit.click('[data-date="2026-11-30"]')


def several_nights(visit):
    visit.click('.couches-table [data-row="-1"][data-date="2026-11-29"]')
    visit.click('.couches-table [data-row="-1"][data-date="2026-11-30"]')


def every_week(visit):
    visit.select('.form [name="kind"]', "event")
    visit.page.fill('.form [name="starts"]', "2026-12-04T20:00")
    visit.select('.form [name="repeats"]', "week")


def of_couch(visit):
    visit.select('.form [name="kind"]', "couch")


def open_report(visit):
    visit.click('.detail-body > .actions [data-act="report"]')
    visit.page.evaluate("document.querySelector('.reporting').scrollIntoView()")


def report_message(visit):
    visit.click('[data-act="report"]')


def deciding(visit):
    visit.click('.report [data-act="hidden"]')


def giving_role(visit):
    visit.click('[data-member="bela"] [data-act="role"]')


def open_guest(visit):
    visit.click('[data-act="rate-guest"]')


states = {
    "sign in": (None, "?show=account", ".form", None),
    "register": (None, "?show=account", ".form", registering),
    "account": ("ana", "?show=account", ".rows .row", asked),
    "a wrong telephone": ("bela", "?show=account", ".rows .row", wrong),
    "more of the account": ("ana", "?show=account", ".rows .row", more_of_account),
    "the end of an account": ("ana", "?show=account", ".rows .row", ending),
    "alerts": ("ana", "?show=alerts", ".found a", None),
    "a line over the page": ("bela", "?show=hosting", ".own-part .soft", noticed),
    "new alert": ("ana", "?kind=bar&tag=jazz&show=alerts&item=new", "[name=where]", ways),
    "switches": ("ana", "?show=hosting&item=seen-couch", ".switch", by_weather),
    "my page": ("bela", "?show=mine", ".switch", None),
    "hosting": ("ana", "?show=hosting", ".own-part .row", None),
    "calendar": ("ana", "?show=hosting&item=seen-couch", ".couch .rows", nights),
    "all couches": ("ana", "?show=hosting&item=*", ".couches-table td", several_nights),
    "rating a guest": ("ana", "?show=hosting&item=seen-couch", '[data-act="rate-guest"]', open_guest),
    "messages": ("ana", "?show=messages", ".conversation", None),
    "conversation": ("ana", "?show=messages&item=CONVERSATION", ".message img", sharing),
    "new listing": ("ana", "?show=offer", ".form [name=name]", of_couch),
    "a weekly event": ("ana", "?show=offer", ".form [name=name]", every_week),
    "own listing": ("ana", "?show=offer&item=seen-couch", ".own-pictures", None),
    "a couch to book": ("bela", "?stay=2026-12-10..2026-12-12&id=seen-couch", '[data-act="book"]', None),
    "an event that is joined": ("bela", "?id=seen-event", ".names li", None),
    "reporting an event": ("bela", "?id=seen-event", '[data-act="report"]', open_report),
    "reporting a member": ("bela", "?show=messages&item=CONVERSATION", '.message [data-act="report"]', report_message),
    "reports": ("edda", "?show=reports", ".report-message", deciding),
    "what is hidden": ("edda", "?show=reports&item=hidden", ".report", None),
    "members and roles": ("ada", "?show=admin", '[data-member="bela"]', giving_role),
    "a bar that is rated": ("bela", "?id=stuttgart-tintenfass", ".reviews li", None),
}
"""The member, the address, what is there then, and what is done."""


def visits(stage, names=None, **options):
    """A visit for each state."""
    server = prepare(stage)
    for name in names or states:
        member, query, seen, action = states[name]
        query = query.replace("CONVERSATION", conversations.conversation(server))
        visit = stage.member(member, query, **options) if member else stage.visit(query, server, **options)
        visit.expected = ["Failed to load resource"]
        visit.shows(seen)
        if action:
            action(visit)
        visit.until("() => !document.querySelector('#panel [aria-busy=true]')")
        yield name, visit
        visit.page.context.close()
        stage.visits.remove(visit)
