"""Runs the stories; see scripts/test-page."""
import argparse, multiprocessing, os, queue, sys, tempfile, time, traceback

from playwright.sync_api import TimeoutError as TooLate, sync_playwright

from . import access, accounts, alerts, bars, catalogs, conversations, couches, devices, events, extract, faults, figures
from . import history, homes, hosting, keyboard, layout
from . import listings, maps, moderating, odd, offering, outings, own_account, pictures, search, streets, taking_part, when
from .checks import Failed
from .keyboard import by_keyboard
from .stage import Stage, Unavailable

# The name, what is proved, the function, and the smallest mode to which it belongs.
stories = [
    ("list-and-map", "list and map show the same listings", bars.list_and_map, "short"),
    ("open-now", "bars that are open now; a tap removes the filter", bars.open_now, "short"),
    ("open-at", "a time of tonight, by the arrow keys of a slider", keyboard.open_at, "short"),
    ("open-at-by-clicks", "the same by clicks", when.slider, "short"),
    ("chips-and-menu", "the menu of times shows what holds", when.chips_and_menu, "short"),
    ("counts", "each filter leads to as many listings as it said", bars.counts, "short"),
    ("counts-by-keyboard", "the same by keyboard alone", by_keyboard(bars.counts), "usual"),
    ("prices", "price and rating, the cheapest first, everything cleared at once", bars.prices_and_ratings, "short"),
    ("prices-by-keyboard", "the same by keyboard alone", by_keyboard(bars.prices_and_ratings), "usual"),
    ("detail", "a bar from the list and from its pin: hours, next change, navigation", bars.detail, "short"),
    ("not-in-business", "a place that is not in business", bars.not_in_business, "short"),
    ("hours-today", "the hours beside today", bars.hours_today, "short"),
    ("detail-by-keyboard", "the same by keyboard alone", by_keyboard(bars.detail), "usual"),
    ("favourites", "hearts, the panel of favourites, and loading anew", bars.favourites, "short"),
    ("favourites-today", "those of the favourites that are open or take place today", bars.favourites_today, "short"),
    ("today-by-keyboard", "the same by keyboard alone", by_keyboard(bars.favourites_today), "usual"),
    ("more", "pictures, fields of its own and votes of a listing", listings.more, "short"),
    ("position", "the own position, with distances, and not in the address", devices.position, "short"),
    ("position-by-keyboard", "the same by keyboard alone", by_keyboard(devices.position), "usual"),
    ("position-refused", "without a position there is a message", devices.position_refused, "short"),
    ("refused-by-keyboard", "the same by keyboard alone", by_keyboard(devices.position_refused), "usual"),
    ("navigation", "a link that opens the navigation of the device", devices.navigation, "short"),
    ("dark", "dark where the reader wants it", devices.dark, "short"),
    ("bar-by-keyboard", "filters, detail, heart and favourites by keyboard alone", bars.by_keyboard, "short"),
    ("bar-by-touch", "the same by touch on a phone", bars.by_touch, "short"),
    ("sheet", "the sheet of a phone in three heights", bars.sheet, "short"),
    ("names", "names completed, with arrow keys, Enter and Escape", search.names, "short"),
    ("tags-and-places", "tags become filters, places move the map, names open far away",
     search.tags_and_places, "short"),
    ("places-by-keyboard", "the same by keyboard alone", by_keyboard(search.tags_and_places), "usual"),
    ("wishes", "words such as open now become filters", search.wishes, "short"),
    ("place-among-wishes", "a place after in, with wishes around it", search.place_among_wishes, "short"),
    ("wishes-by-keyboard", "the same by keyboard alone", by_keyboard(search.wishes), "usual"),
    ("mistyped", "a mistyped word finds what was meant, and says so", search.mistyped, "short"),
    ("mistyped-by-keyboard", "the same by keyboard alone", by_keyboard(search.mistyped), "usual"),
    ("kept-text", "a text that nobody answers stays, and is tried again", search.kept_text, "short"),
    ("not-understood", "wishes that cannot be fulfilled are said", search.not_understood, "short"),
    ("late-hours", "times of the night, by words", search.late_hours, "short"),
    ("whole-names", "whole names that look like wishes", search.whole_names, "short"),
    ("places-of-any-name", "cities in any language, regions and countries", search.places_of_any_name, "short"),
    ("newer-search-wins", "a search that comes late does not replace a newer one", search.newer_wins, "usual"),
    ("search-by-touch", "the search box on a phone", search.touch, "usual"),
    ("relaxations", "where nothing fits, each button leads to the listings that it promises",
     search.relaxations, "short"),
    ("relaxations-by-keyboard", "the same by keyboard alone", by_keyboard(search.relaxations), "usual"),
    ("more-relaxations", "the same for many questions", search.several_relaxations, "usual"),
    ("nearest-match", "the nearest listing that fits", search.nearest_match, "short"),
    ("nothing-anywhere", "a line where nothing fits anywhere", search.nothing_anywhere, "usual"),
    ("nearest-by-keyboard", "the same by keyboard alone", by_keyboard(search.nearest_match), "usual"),
    ("why-not", "why a listing is not there", search.why_not, "short"),
    ("why-not-by-keyboard", "the same by keyboard alone", by_keyboard(search.why_not), "usual"),
    ("why-here", "why a listing stands where it stands", search.why_here, "short"),
    ("why-here-by-keyboard", "the same by keyboard alone", by_keyboard(search.why_here), "usual"),
    ("back", "back and forward restore filters, selection and list", history.back_and_forward, "short"),
    ("back-by-keyboard", "the same by keyboard alone", by_keyboard(history.back_and_forward), "usual"),
    ("back-to-a-view", "back and forward restore the view", history.back_to_a_view, "short"),
    ("load-anew", "loading anew shows the same", history.load_anew, "short"),
    ("beginning", "the first visit begins where most listings are, the next where one looked last",
     history.beginning, "short"),
    ("near-link", "a link with a place opens the map there", history.near_link, "short"),
    ("what-is-near", "what is near a listing, the nearest first", history.what_is_near, "short"),
    ("near-by-keyboard", "the same by keyboard alone", by_keyboard(history.what_is_near), "usual"),
    ("share", "a shared link shows the same in another tab; favourites are in both", history.share, "short"),
    ("share-by-keyboard", "the same by keyboard alone", by_keyboard(history.share), "usual"),
    ("events", "events of tonight, of the weekend and of dates", events.days, "short"),
    ("events-by-keyboard", "the same by keyboard alone", by_keyboard(events.days), "usual"),
    ("soonest", "the soonest event first", events.soonest, "short"),
    ("soonest-by-keyboard", "the same by keyboard alone", by_keyboard(events.soonest), "usual"),
    ("on-and-over", "events that are on, and those that are over", when.on_and_over, "short"),
    ("dates", "the dates of an event, and its calendar file", events.detail, "short"),
    ("dates-by-keyboard", "the same by keyboard alone", by_keyboard(events.detail), "usual"),
    ("event-by-keyboard", "an event of the weekend by keyboard alone", events.by_keyboard, "short"),
    ("zone", "times are those of the place", events.zone_of_the_place, "short"),
    ("stay", "a stay chosen in the calendar, with the price of the stay on the pins", couches.stay, "short"),
    ("couches-of-others", "a host looks at the couches of others", couches.of_others, "usual"),
    ("others-by-keyboard", "the same by keyboard alone", by_keyboard(couches.of_others), "usual"),
    ("words-for-nights", "nights by words, in the calendar of a couch", couches.words_for_nights, "short"),
    ("price-of-nights", "with nights the price is that of a night", couches.price_of_nights, "short"),
    ("not-bookable", "a couch without a host", couches.not_bookable, "short"),
    ("stay-elsewhere", "the price of a stay wherever the map is", couches.elsewhere, "usual"),
    ("stay-by-keyboard", "the same by keyboard alone", couches.stay_by_keyboard, "short"),
    ("stay-by-touch", "the same by touch on a phone", couches.by_touch, "usual"),
    ("own-calendar", "taken days of a couch cannot be chosen", couches.own_calendar, "short"),
    ("calendar-by-keyboard", "the same by keyboard alone", by_keyboard(couches.own_calendar), "usual"),
    ("sum", "the nights of a stay added up", couches.sums, "short"),
    ("sum-by-keyboard", "the same by keyboard alone", by_keyboard(couches.sums), "usual"),
    ("not-free", "why a couch is not free", couches.not_free, "short"),
    ("not-free-by-keyboard", "the same by keyboard alone", by_keyboard(couches.not_free), "usual"),
    ("moving", "the map searches as it moves", maps.search_as_I_move, "short"),
    ("this-area", "without that, a button searches", maps.search_this_area, "short"),
    ("this-area-by-keyboard", "the same by keyboard alone", by_keyboard(maps.search_this_area), "usual"),
    ("renewed", "what is open is asked again after some minutes", maps.renewed, "usual"),
    ("following-and-back", "back and forward restore whether it searches", maps.following_and_back, "short"),
    ("place-without-following", "a chosen place is searched also then", maps.elsewhere_without_following, "short"),
    ("moving-by-touch", "the map is dragged on a phone", maps.by_touch, "short"),
    ("moving-by-keyboard", "arrow keys move the map", maps.arrow_keys, "usual"),
    ("clusters", "counts add up, and a click zooms to what they count", maps.clusters, "short"),
    ("clusters-by-keyboard", "the same by keyboard", maps.clusters_by_keyboard, "usual"),
    ("zooms", "never more than 200 markers", maps.zooms, "usual"),
    ("meridian", "both sides of the 180th meridian, and the poles", maps.meridian, "short"),
    ("without-hours", "a catalog without opening hours", odd.without_hours, "short"),
    ("without-prices", "a catalog without prices", odd.without_prices, "short"),
    ("empty", "an empty catalog", odd.empty, "short"),
    ("odd-names", "names with markup, in other scripts, and very long ones", odd.names, "short"),
    ("odd-ids", "ids with every character", odd.ids, "usual"),
    ("odd-tags", "tags with commas, and tags of OpenStreetMap", odd.tags, "usual"),
    ("links", "links lead to the web alone", odd.links, "short"),
    ("large", "page by page through many listings", odd.large, "usual"),
    ("more-by-keyboard", "the same by keyboard alone", by_keyboard(odd.large), "usual"),
    ("meet", "a place to meet, with origins from clicks", outings.meet, "short"),
    ("meet-by-keyboard", "the same by keyboard alone", by_keyboard(outings.meet), "usual"),
    ("route", "bars beside a line that is drawn, and one of a file", outings.route, "short"),
    ("route-by-keyboard", "the same by keyboard alone", by_keyboard(outings.route_by_keyboard), "usual"),
    ("evening", "evenings drawn on the map", outings.evening, "short"),
    ("evening-by-keyboard", "the same by keyboard alone", by_keyboard(outings.evening), "usual"),
    ("crawl", "several bars in a row, with their times", outings.crawl, "short"),
    ("crawl-by-keyboard", "the same by keyboard alone", by_keyboard(outings.crawl), "usual"),
    ("outings-by-keyboard", "outings by keyboard alone", by_keyboard(outings.by_keyboard), "usual"),
    ("outings-on-phone", "an evening on a phone", outings.on_phone, "usual"),
    ("about", "ways on foot are about so long", outings.about, "short"),
    ("leaving-outings", "what was drawn goes", outings.leaving, "short"),
    ("picture-server", "tiles of another server, which is the only one that is asked, and may be down",
     streets.pictures_from_elsewhere, "usual"),
    ("shape-server", "the same of shapes", streets.shapes_from_elsewhere, "short"),
    ("several-servers", "servers of several names", streets.several_names, "usual"),
    ("picture-file", "a file of pictures: each tile at its place", streets.file_of_pictures, "short"),
    ("shape-file", "a file of shapes: water, roads and names, light and dark", streets.file_of_shapes, "usual"),
    ("extract", "streets of an extract of OpenStreetMap", extract.from_an_extract, "all"),
    ("outlines", "without a base map countries, a grid, and areas of the catalog", streets.outlines, "short"),
    ("offline", "without a connection the page and its favourites are there", faults.offline, "short"),
    ("offline-by-keyboard", "the same by keyboard alone", by_keyboard(faults.offline), "usual"),
    ("offline-elsewhere", "what is not kept says so", faults.offline_elsewhere, "short"),
    ("missing-module", "a part of the page that cannot be loaded", faults.missing_module, "short"),
    ("missing-menu", "the same of a menu", faults.missing_menu, "usual"),
    ("missing-streets", "the same of the base map", faults.missing_streets, "usual"),
    ("missing-map", "the same of Leaflet", faults.missing_map, "usual"),
    ("restart", "a server that starts anew is found again", faults.restart, "usual"),
    ("busy", "busy servers are asked again, problems are told in words", faults.busy, "short"),
    ("too-expensive", "too much for one question: the last answer stays", faults.too_expensive, "short"),
    ("unanswered", "a question that is never answered", faults.unanswered, "usual"),
    ("wrong-addresses", "what cannot be read in an address counts as not said", faults.wrong_addresses, "short"),
    ("behind-proxy", "a proxy that speaks for a server which starts", faults.behind_proxy, "usual"),
    ("without-relaxations", "nothing fits, and nobody knows what would help", faults.without_relaxations, "usual"),
    ("newer-wins", "a late answer does not replace a newer one", faults.newer_wins, "short"),
    ("slow-network", "a slow network", faults.slow_network, "usual"),
    ("profile", "the profile, with what is wrong beside its field", accounts.profile, "short"),
    ("profile-by-keyboard", "the same by keyboard alone", by_keyboard(accounts.profile), "usual"),
    ("sign-in", "signing in from a listing, with a wrong password and the right one, and out",
     accounts.sign_in, "usual"),
    ("sign-in-by-keyboard", "the same by keyboard alone", by_keyboard(accounts.sign_in), "usual"),
    ("registration", "a new account, and a new password by a link", accounts.registration, "usual"),
    ("terms", "terms are accepted before an account is opened", accounts.terms, "usual"),
    ("early-heart", "a heart that is clicked before the account is read", accounts.early_heart, "short"),
    ("own-favourites", "favourites of the account, with those of the device", accounts.favourites, "usual"),
    ("own-favourites-by-keyboard", "the same by keyboard alone", by_keyboard(accounts.favourites), "usual"),
    ("own-favourites-away", "without a connection the last known ones are there", accounts.favourites_away, "usual"),
    ("devices", "other devices are signed out", accounts.devices, "usual"),
    ("booking", "a stay is asked for once, however often it is sent", taking_part.booking, "short"),
    ("notice", "until when a guest may cancel", taking_part.notice, "short"),
    ("obstacle", "why a couch cannot be booked any more", taking_part.obstacle, "short"),
    ("obstacle-by-keyboard", "the same by keyboard alone", by_keyboard(taking_part.obstacle), "usual"),
    ("joining", "a place at an event, and the waiting list", taking_part.joining, "short"),
    ("joining-by-keyboard", "the same by keyboard alone", by_keyboard(taking_part.joining), "usual"),
    ("rating", "half stars with a text", taking_part.rating, "short"),
    ("rating-by-keyboard", "the same by keyboard alone", by_keyboard(taking_part.rating), "usual"),
    ("who-rates", "those rate who may", taking_part.who_rates, "short"),
    ("sign-in-for-more", "booking leads to signing in", taking_part.sign_in_for_more, "short"),
    ("guest", "a guest cancels a stay, and gives up a place", hosting.guest, "usual"),
    ("guest-by-keyboard", "the same by keyboard alone", by_keyboard(hosting.guest), "usual"),
    ("host", "a host confirms and declines", hosting.host, "short"),
    ("host-by-keyboard", "the same by keyboard alone", by_keyboard(hosting.host), "usual"),
    ("host-calendar", "a host keeps nights, and rates a guest", hosting.calendar, "usual"),
    ("host-calendar-by-keyboard", "the same by keyboard alone", by_keyboard(hosting.calendar), "usual"),
    ("talk", "two browsers write to each other", conversations.talk, "short"),
    ("meanwhile", "what is written while a message is on its way", conversations.meanwhile, "short"),
    ("talk-by-keyboard", "the same by keyboard alone", by_keyboard(conversations.talk), "usual"),
    ("unread", "what is unread is counted, and read", conversations.unread, "usual"),
    ("unread-by-keyboard", "the same by keyboard alone", by_keyboard(conversations.unread), "usual"),
    ("shared-place", "a place that is shared opens on the map", conversations.place, "usual"),
    ("shared-place-by-keyboard", "the same by keyboard alone", by_keyboard(conversations.place), "usual"),
    ("shared-listing", "a listing is shared by its name", conversations.listing, "usual"),
    ("links-in-messages", "addresses in messages are links", conversations.links, "short"),
    ("live-position", "a live position moves on the map", conversations.live, "usual"),
    ("talk-of-event", "those who come to an event write to each other", conversations.event, "usual"),
    ("blocking", "who is blocked cannot write", conversations.blocking, "usual"),
    ("reconnecting", "what is written while the server is away comes later", conversations.reconnecting, "usual"),
    ("several-tabs", "tabs share a stream of changes", conversations.several_tabs, "usual"),
    ("scripts", "scripts in names and messages do nothing", conversations.scripts, "short"),
    ("add-listing", "a host adds a listing, changes and removes it", offering.add, "short"),
    ("add-by-keyboard", "the same by keyboard alone", by_keyboard(offering.add), "usual"),
    ("area-of-couch", "a new couch is shown somewhere near, which can be changed", offering.area, "short"),
    ("edit-in-sight", "a listing that is changed is in sight", offering.in_sight, "usual"),
    ("add-by-click", "a bar where somebody clicks on the map", offering.by_click, "short"),
    ("own-pictures", "pictures of an event", offering.pictures, "usual"),
    ("changed-meanwhile", "a change that was made meanwhile", offering.changed_meanwhile, "short"),
    ("changed-by-keyboard", "the same by keyboard alone", by_keyboard(offering.changed_meanwhile), "usual"),
    ("report", "a listing is reported once", moderating.reporting, "short"),
    ("report-by-keyboard", "the same by keyboard alone", by_keyboard(moderating.reporting), "usual"),
    ("report-others", "a review, a message and a member are reported", moderating.others, "usual"),
    ("deciding", "an editor hides and restores, and those concerned read why", moderating.deciding, "usual"),
    ("deciding-by-keyboard", "the same by keyboard alone", by_keyboard(moderating.deciding), "usual"),
    ("leaving-it", "a report without consequence, and a hidden message", moderating.leaving, "usual"),
    ("decided-meanwhile", "another editor was faster", moderating.meanwhile, "usual"),
    ("suspending", "a member is suspended, reads why, and is let in again", moderating.suspending, "usual"),
    ("roles", "an admin gives roles; the last admin stays one", moderating.roles, "usual"),
    ("roles-by-keyboard", "the same by keyboard alone", by_keyboard(moderating.roles), "usual"),
    ("for-editors", "parts for editors and admins are for them alone", moderating.for_others, "usual"),
    ("report-pages", "page by page through many reports", moderating.pages, "usual"),
    ("report-scripts", "scripts in what is reported do nothing", moderating.scripts, "usual"),
    ("editor-edits", "an editor changes and removes a listing of another", moderating.editing, "usual"),
    ("alert", "an alert of the present filters tells what begins to fit", alerts.told, "short"),
    ("alert-by-keyboard", "the same by keyboard alone", by_keyboard(alerts.told), "usual"),
    ("alerts", "alerts are shown on the map, changed and deleted", alerts.kept, "usual"),
    ("alerts-by-keyboard", "the same by keyboard alone", by_keyboard(alerts.kept), "usual"),
    ("alert-sign-in", "who is not signed in is led there, and back", alerts.sign_in, "usual"),
    ("lines", "reminders come as a line that somebody closes", alerts.lines, "usual"),
    ("alerts-not-judged", "an alert that is off or was too costly says so", alerts.not_judged, "usual"),
    ("line-goes", "such a line goes by itself", alerts.line_goes, "usual"),
    ("lines-by-keyboard", "the same by keyboard alone", by_keyboard(alerts.lines), "usual"),
    ("alert-address", "an address that is none is told beside its field", alerts.bad_address, "usual"),
    ("own-data", "everything that is kept comes as a file", own_account.data, "usual"),
    ("own-data-by-keyboard", "the same by keyboard alone", by_keyboard(own_account.data), "usual"),
    ("end-of-account", "an account ends, unless a stay is to come", own_account.end, "usual"),
    ("end-by-keyboard", "the same by keyboard alone", by_keyboard(own_account.end), "usual"),
    ("own-face", "a picture of oneself, which others see", own_account.picture, "usual"),
    ("no-face", "a file that is no picture", own_account.no_picture, "usual"),
    ("quiet-hours", "quiet hours are set and removed", own_account.quiet, "usual"),
    ("calendar-feed", "a calendar that programs read", own_account.calendar, "usual"),
    ("calendar-feed-by-keyboard", "the same by keyboard alone", by_keyboard(own_account.calendar), "usual"),
    ("switches", "a host's switches, which the guest of today turns", homes.switches, "usual"),
    ("switches-by-keyboard", "the same by keyboard alone", by_keyboard(homes.switches), "usual"),
    ("axe", "no violation that axe finds, in all states", access.light, "short"),
    ("axe-trouble", "the same of errors, of banners, and without a connection", access.in_trouble, "usual"),
    ("axe-dark", "the same in the dark", access.dark, "usual"),
    ("axe-tablet", "the same on a tablet", access.on_tablet, "usual"),
    ("axe-phone", "the same on a phone", access.on_phone, "usual"),
    ("axe-german", "the same in German", access.german, "usual"),
    ("axe-members", "the same of what members see", access.members, "usual"),
    ("axe-members-elsewhere", "the same in the dark, on a phone, in German", access.members_elsewhere, "usual"),
    ("german", "the language of the browser, and another one", access.in_german, "short"),
    ("german-by-keyboard", "the same by keyboard alone", by_keyboard(access.in_german), "usual"),
    ("focus", "the focus is seen, and goes in the order of reading", access.focus, "short"),
    ("menus", "menus by keyboard", access.menus, "short"),
    ("focus-stays", "the focus is never lost", access.focus_stays, "short"),
    ("sizes", "screens from 320 to 1440 pixels: nothing is cut, no target is too small",
     layout.sizes_of_screens, "short"),
    ("sizes-german", "the same in German", layout.german, "usual"),
    ("sizes-members", "the same of what members see", layout.members, "usual"),
    ("suggestions-on-phone", "suggestions as wide as a phone", layout.suggestions_on_phone, "short"),
    ("pins-beside-tools", "no pin lies under the tools of the map", layout.pins_beside_tools, "short"),
    ("printed", "what is on paper", layout.printed, "short"),
    ("scales", "one scale, by country", layout.scales, "short"),
    ("large-text", "text twice as large", layout.large_text, "usual"),
    ("alone", "no other host is asked, and the policy holds", figures.alone, "short"),
    ("requests", "no question is asked twice", figures.requests, "short"),
    ("size", "the size of the page", figures.size, "short"),
    ("first-answer", "the time of the first answer", figures.first_answer, "short"),
    ("shifts", "how much jumps", figures.shifts, "short"),
    ("long-tasks", "how long the map stands still", figures.long_tasks, "usual"),
]

modes = ["short", "usual", "all"]


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/test-page")
    parser.add_argument("--short", action="store_const", dest="mode", const="short", default="usual")
    parser.add_argument("--all", action="store_const", dest="mode", const="all")
    parser.add_argument("--only", metavar="NAMES")
    parser.add_argument("--base", metavar="URL")
    parser.add_argument("--jobs", type=int, metavar="COUNT")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--update-pictures", action="store_true")
    return parser.parse_args()


def place(error):
    """The line of a story that failed."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "Browser" in frame.filename]
    lines = [f"{os.path.basename(frame.filename)}:{frame.lineno}" for frame in frames[1:]]
    return " ".join(lines)


def tell(stage, name, text, story):
    """Runs a story: a line with its outcome."""
    began = time.monotonic()
    problem = None
    try:
        story(stage)
    except Unavailable as reason:
        stage.leave()
        return f"left out: {name}: {reason}"
    except Failed as failure:
        problem = str(failure)
    except TooLate as error:
        problem = f"{place(error)}: {' '.join(str(error).split())[:300]}"
    except Exception:
        problem = traceback.format_exc()
    if problem:
        stage.picture(name)
    trouble = stage.leave()
    if trouble:
        problem = "; ".join(filter(None, [problem, *trouble[:5]]))
    seconds = f"{time.monotonic() - began:.1f} s"
    return f"FAILED: {name}: {problem} ({seconds})" if problem else f"ok: {text} ({name}, {seconds})"


def chosen(given):
    """The stories to run."""
    if given.only:
        names = given.only.split(",")
        unknown = set(names) - {name for name, *_ in stories}
        if unknown:
            sys.exit(f"test-page: no story is called {', '.join(sorted(unknown))}")
        return [story for story in stories if story[0] in names]
    return [story for story in stories if modes.index(story[3]) <= modes.index(given.mode)]


def work(given, names, temporary, lines):
    """Runs stories while there are any; reports each outcome, and the figures."""
    known = {story[0]: story for story in stories}
    with sync_playwright() as playwright:
        stage = Stage(playwright, program(given), given.mode, temporary, given.base)
        try:
            while (name := names.get()) is not None:
                _, text, story, _ = known[name]
                lines.put(tell(stage, name, text, story))
        finally:
            stage.end()
    for figure in stage.figures:
        lines.put(figure)
    lines.put(None)


def program(given):
    """The executable: times are those of one that is made for use."""
    usual = os.path.join(catalogs.root, ".build", "release" if given.mode == "all" else "debug", "vicinity")
    return os.path.abspath(os.environ.get("VICINITY", usual))


def tell_all(given):
    """Runs the stories in one browser per job; the lines of all."""
    jobs = given.jobs or (1 if given.mode == "all" else 2)
    names, lines = multiprocessing.Queue(), multiprocessing.Queue()
    for story in chosen(given):
        names.put(story[0])
    for _ in range(jobs):
        names.put(None)
    with tempfile.TemporaryDirectory(prefix="test-page-") as temporary:
        workers = [multiprocessing.Process(target=work, args=(given, names, temporary, lines)) for _ in range(jobs)]
        for worker in workers:
            worker.start()
        ended = 0
        while ended < jobs:
            try:
                line = lines.get(timeout=1)
            except queue.Empty:
                if not any(worker.is_alive() for worker in workers) and lines.empty():
                    yield "FAILED: a browser has ended"
                    break
                continue
            if line is None:
                ended += 1
            else:
                yield line
        for worker in workers:
            worker.join()


def main():
    given = arguments()
    if given.list:
        for name, text, _, mode in stories:
            print(f"{name:24} {mode:6} {text}")
        return
    if not given.base and not os.access(program(given), os.X_OK):
        sys.exit(f"test-page: {program(given)} is not there: swift build --product vicinity, with --all in release")
    os.makedirs(catalogs.folder, exist_ok=True)
    if given.update_pictures:
        with sync_playwright() as playwright, tempfile.TemporaryDirectory(prefix="test-page-") as temporary:
            stage = Stage(playwright, program(given), "usual", temporary, given.base)
            pictures.update(stage)
            stage.end()
        return
    began = time.monotonic()
    told, failed, figures_told = 0, 0, []
    for line in tell_all(given):
        if line.startswith(("ok: ", "FAILED: ", "left out: ")):
            print(line, flush=True)
            told, failed = told + 1, failed + line.startswith("FAILED: ")
        else:
            figures_told.append(line)
    print("\n".join([*figures_told, f"{told} stories, {failed} failed, {time.monotonic() - began:.0f} s"]))
    sys.exit(1 if failed else 0)


main()
