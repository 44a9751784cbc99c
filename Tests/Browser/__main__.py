"""Runs the stories; see scripts/test-page."""
import argparse, multiprocessing, os, queue, sys, tempfile, time, traceback

from playwright.sync_api import TimeoutError as TooLate, sync_playwright

from . import access, accounts, alerts, bars, catalogs, conversations, couches, devices, events, extract, faults
from . import figures, history, homes, hosting, keyboard, layout, listings, maps, moderating, odd, offering, outings
from . import own_account, pictures, search, streets, taking_part, when
from .checks import Failed
from .keyboard import by_keyboard
from .stage import Stage, Unavailable

# The name, what is proved, the function, and the smallest mode to which it belongs.
stories = [
    ("list-and-map", "the list and the map show the same listings", bars.list_and_map, "short"),
    ("open-now", "bars that are open now; a tap removes the filter", bars.open_now, "short"),
    ("open-at", "a time tonight, set with the arrow keys of a slider", keyboard.open_at, "short"),
    ("open-at-by-clicks", "the same by clicks", when.slider, "short"),
    ("chips-and-menu", "the menu of times shows the current filters", when.chips_and_menu, "short"),
    ("counts", "each filter finds as many listings as its count says", bars.counts, "short"),
    ("counts-by-keyboard", "the same with the keyboard only", by_keyboard(bars.counts), "usual"),
    ("new-listings", "listings that are new this week or this month, in both languages", bars.new_listings, "short"),
    ("prices", "price and rating, cheapest first; one button clears all filters", bars.prices_and_ratings, "short"),
    ("prices-by-keyboard", "the same with the keyboard only", by_keyboard(bars.prices_and_ratings), "usual"),
    ("detail", "a bar from the list and from its pin: hours, next change, navigation", bars.detail, "short"),
    ("not-in-business", "a place that is closed permanently or for a while", bars.not_in_business, "short"),
    ("hours-today", "the hours of today beside those of the week", bars.hours_today, "short"),
    ("detail-by-keyboard", "the same with the keyboard only", by_keyboard(bars.detail), "usual"),
    ("favourites", "hearts, the panel of favourites, and a reload", bars.favourites, "short"),
    ("favourites-today", "favourites that are open or take place today", bars.favourites_today, "short"),
    ("today-by-keyboard", "the same with the keyboard only", by_keyboard(bars.favourites_today), "usual"),
    ("more", "pictures, custom fields and ratings of a listing", listings.more, "short"),
    ("position", "the own position, with distances; the address does not contain it", devices.position, "short"),
    ("position-by-keyboard", "the same with the keyboard only", by_keyboard(devices.position), "usual"),
    ("position-refused", "a message when the browser refuses the position", devices.position_refused, "short"),
    ("refused-by-keyboard", "the same with the keyboard only", by_keyboard(devices.position_refused), "usual"),
    ("navigation", "a link that opens the navigation app of the device", devices.navigation, "short"),
    ("dark", "dark colors if the reader prefers them", devices.dark, "short"),
    ("bar-by-keyboard", "filters, detail, heart and favourites with the keyboard only", bars.by_keyboard, "short"),
    ("bar-by-touch", "the same by touch on a phone", bars.by_touch, "short"),
    ("sheet", "the sheet on a phone has three heights", bars.sheet, "short"),
    ("names", "completion of names, with arrow keys, Enter and Escape", search.names, "short"),
    ("tags-and-places", "a tag becomes a filter, a place moves the map, a name opens its listing",
     search.tags_and_places, "short"),
    ("places-by-keyboard", "the same with the keyboard only", by_keyboard(search.tags_and_places), "usual"),
    ("wishes", "words such as 'open now' become filters", search.wishes, "short"),
    ("place-among-wishes", "a place after 'in', with filter words around it", search.place_among_wishes, "short"),
    ("wishes-by-keyboard", "the same with the keyboard only", by_keyboard(search.wishes), "usual"),
    ("mistyped", "a misspelled word finds the intended one, and the page says so", search.mistyped, "short"),
    ("mistyped-by-keyboard", "the same with the keyboard only", by_keyboard(search.mistyped), "usual"),
    ("kept-text", "a text stays in the box and is searched again after an error", search.kept_text, "short"),
    ("not-understood", "the page names the words that it cannot apply", search.not_understood, "short"),
    ("distances", "a distance in words is a filter, with a circle", search.distances, "short"),
    ("recent-searches", "the last searches, which can be forgotten", search.recent, "short"),
    ("late-hours", "late hours in words", search.late_hours, "short"),
    ("whole-names", "names of listings that look like filter words", search.whole_names, "short"),
    ("places-of-any-name", "cities in any language, regions and countries", search.places_of_any_name, "short"),
    ("newer-search-wins", "a late response does not replace a newer search", search.newer_wins, "usual"),
    ("search-by-touch", "the search box on a phone", search.touch, "usual"),
    ("relaxations", "without results, each button finds as many listings as it says",
     search.relaxations, "short"),
    ("relaxations-by-keyboard", "the same with the keyboard only", by_keyboard(search.relaxations), "usual"),
    ("more-relaxations", "the same for many queries", search.several_relaxations, "usual"),
    ("nearest-match", "the nearest matching listing", search.nearest_match, "short"),
    ("nothing-anywhere", "a message when nothing matches anywhere", search.nothing_anywhere, "usual"),
    ("nearest-by-keyboard", "the same with the keyboard only", by_keyboard(search.nearest_match), "usual"),
    ("why-not", "why a listing is not among the results", search.why_not, "short"),
    ("why-not-by-keyboard", "the same with the keyboard only", by_keyboard(search.why_not), "usual"),
    ("why-here", "why a listing has its rank", search.why_here, "short"),
    ("why-here-by-keyboard", "the same with the keyboard only", by_keyboard(search.why_here), "usual"),
    ("back", "back and forward restore filters, selection and list", history.back_and_forward, "short"),
    ("back-by-keyboard", "the same with the keyboard only", by_keyboard(history.back_and_forward), "usual"),
    ("back-to-a-view", "back and forward restore the view", history.back_to_a_view, "short"),
    ("reload", "a reload shows the same", history.reload, "short"),
    ("beginning", "the first visit shows the densest area, the next one the last view",
     history.beginning, "short"),
    ("near-link", "a link with a place opens the map there", history.near_link, "short"),
    ("what-is-near", "listings near a listing, nearest first", history.what_is_near, "short"),
    ("near-by-keyboard", "the same with the keyboard only", by_keyboard(history.what_is_near), "usual"),
    ("share", "a shared link shows the same in another tab; favourites are in both", history.share, "short"),
    ("share-by-keyboard", "the same with the keyboard only", by_keyboard(history.share), "usual"),
    ("events", "events tonight, at the weekend and on dates", events.days, "short"),
    ("events-by-keyboard", "the same with the keyboard only", by_keyboard(events.days), "usual"),
    ("soonest", "the soonest event first", events.soonest, "short"),
    ("soonest-by-keyboard", "the same with the keyboard only", by_keyboard(events.soonest), "usual"),
    ("on-and-over", "events that are on now, and past ones", when.on_and_over, "short"),
    ("dates", "the dates of an event, and its calendar file", events.detail, "short"),
    ("dates-by-keyboard", "the same with the keyboard only", by_keyboard(events.detail), "usual"),
    ("event-by-keyboard", "an event at the weekend with the keyboard only", events.by_keyboard, "short"),
    ("zone", "times are in the zone of the place", events.zone_of_the_place, "short"),
    ("stay", "a stay chosen in the calendar, with the price of the stay on the pins", couches.stay, "short"),
    ("couches-of-others", "a host looks at other hosts' couches", couches.of_others, "usual"),
    ("others-by-keyboard", "the same with the keyboard only", by_keyboard(couches.of_others), "usual"),
    ("words-for-nights", "nights in words, in the calendar of a couch", couches.words_for_nights, "short"),
    ("price-of-nights", "with nights, the price filter is per night", couches.price_of_nights, "short"),
    ("not-bookable", "a couch without a host", couches.not_bookable, "short"),
    ("stay-elsewhere", "the price of a stay wherever the map is", couches.elsewhere, "usual"),
    ("stay-by-keyboard", "the same with the keyboard only", couches.stay_by_keyboard, "short"),
    ("stay-by-touch", "the same by touch on a phone", couches.by_touch, "usual"),
    ("own-calendar", "taken nights of a couch cannot be chosen", couches.own_calendar, "short"),
    ("calendar-by-keyboard", "the same with the keyboard only", by_keyboard(couches.own_calendar), "usual"),
    ("sum", "the total price of the nights", couches.sums, "short"),
    ("sum-by-keyboard", "the same with the keyboard only", by_keyboard(couches.sums), "usual"),
    ("not-free", "why a couch is not free", couches.not_free, "short"),
    ("not-free-by-keyboard", "the same with the keyboard only", by_keyboard(couches.not_free), "usual"),
    ("moving", "the map searches when it moves", maps.search_as_I_move, "short"),
    ("this-area", "without that, a button searches", maps.search_this_area, "short"),
    ("this-area-by-keyboard", "the same with the keyboard only", by_keyboard(maps.search_this_area), "usual"),
    ("renewed", "the page refreshes what is open after some minutes", maps.renewed, "usual"),
    ("following-and-back", "back and forward restore if the map searches as it moves",
     maps.following_and_back, "short"),
    ("place-without-following", "choosing a place always searches there", maps.elsewhere_without_following, "short"),
    ("moving-by-touch", "dragging the map on a phone", maps.by_touch, "short"),
    ("moving-by-keyboard", "arrow keys move the map", maps.arrow_keys, "usual"),
    ("clusters", "counts add up, and a click zooms to the counted listings", maps.clusters, "short"),
    ("clusters-by-keyboard", "the same with the keyboard only", maps.clusters_by_keyboard, "usual"),
    ("best-pins", "with many matches the best are pins, and dots have names", maps.best_pins, "short"),
    ("one-place", "listings at one place are a list", maps.one_place, "short"),
    ("heading", "the heading says what was found and where", maps.heading, "short"),
    ("zooms", "never more than 300 markers", maps.zooms, "usual"),
    ("meridian", "both sides of the 180th meridian, and the poles", maps.meridian, "short"),
    ("without-hours", "a catalog without opening hours", odd.without_hours, "short"),
    ("without-prices", "a catalog without prices", odd.without_prices, "short"),
    ("empty", "an empty catalog", odd.empty, "short"),
    ("odd-names", "names with markup, in other scripts, and very long ones", odd.names, "short"),
    ("odd-ids", "ids with any character", odd.ids, "usual"),
    ("odd-tags", "tags with commas, and tags of OpenStreetMap", odd.tags, "usual"),
    ("links", "links may only open web pages", odd.links, "short"),
    ("large", "many pages of listings", odd.large, "usual"),
    ("more-by-keyboard", "the same with the keyboard only", by_keyboard(odd.large), "usual"),
    ("meet", "a place to meet, with origins from clicks", outings.meet, "short"),
    ("meet-by-keyboard", "the same with the keyboard only", by_keyboard(outings.meet), "usual"),
    ("route", "bars along a drawn line, and along one from a file", outings.route, "short"),
    ("route-by-keyboard", "the same with the keyboard only", by_keyboard(outings.route_by_keyboard), "usual"),
    ("route-by-name", "a route between two places by name", outings.by_name, "usual"),
    ("evening", "evenings drawn on the map", outings.evening, "short"),
    ("evening-by-keyboard", "the same with the keyboard only", by_keyboard(outings.evening), "usual"),
    ("evening-at-home", "an evening without a couch", outings.at_home, "short"),
    ("evening-at-home-by-keyboard", "the same with the keyboard only", by_keyboard(outings.at_home), "usual"),
    ("crawl", "several bars in a row, with times", outings.crawl, "short"),
    ("crawl-by-keyboard", "the same with the keyboard only", by_keyboard(outings.crawl), "usual"),
    ("outings-by-keyboard", "outings with the keyboard only", by_keyboard(outings.by_keyboard), "usual"),
    ("outings-on-phone", "an evening on a phone", outings.on_phone, "usual"),
    ("about", "walking times are approximate", outings.about, "short"),
    ("leaving-outings", "lines on the map disappear with their panel", outings.leaving, "short"),
    ("picture-server", "raster tiles of another server, the only one contacted; it may be down",
     streets.pictures_from_elsewhere, "usual"),
    ("shape-server", "the same with vector tiles", streets.shapes_from_elsewhere, "short"),
    ("several-servers", "a tile server with several host names", streets.several_names, "usual"),
    ("picture-file", "a file of raster tiles: each tile is in its place", streets.file_of_pictures, "short"),
    ("shape-file", "a file of vector tiles: water, roads and names, light and dark", streets.file_of_shapes, "usual"),
    ("extract", "streets of an extract of OpenStreetMap", extract.from_an_extract, "all"),
    ("outlines", "without a base map: countries, waters, and areas of the catalog", streets.outlines, "short"),
    ("offline", "without a connection, the page and its favourites still work", faults.offline, "short"),
    ("offline-by-keyboard", "the same with the keyboard only", by_keyboard(faults.offline), "usual"),
    ("offline-elsewhere", "offline, a message for data that is not stored", faults.offline_elsewhere, "short"),
    ("missing-module", "a module of the page that cannot be loaded", faults.missing_module, "short"),
    ("missing-menu", "the same for a menu", faults.missing_menu, "usual"),
    ("missing-streets", "the same for the base map", faults.missing_streets, "usual"),
    ("missing-map", "the same for Leaflet", faults.missing_map, "usual"),
    ("restart", "the page reconnects to a server that restarts", faults.restart, "usual"),
    ("busy", "the page retries when the server is busy, and explains errors in words", faults.busy, "short"),
    ("too-expensive", "a query that is too expensive: the last results stay", faults.too_expensive, "short"),
    ("unanswered", "a request without a response", faults.unanswered, "usual"),
    ("wrong-addresses", "invalid parameters in the address are ignored", faults.wrong_addresses, "short"),
    ("behind-proxy", "a proxy that responds while its server starts", faults.behind_proxy, "usual"),
    ("without-relaxations", "no results, and no relaxations", faults.without_relaxations, "usual"),
    ("newer-wins", "a late response does not replace a newer one", faults.newer_wins, "short"),
    ("slow-network", "a slow network", faults.slow_network, "usual"),
    ("profile", "the profile, with errors beside their fields", accounts.profile, "short"),
    ("profile-by-keyboard", "the same with the keyboard only", by_keyboard(accounts.profile), "usual"),
    ("sign-in", "signing in from a listing, with a wrong and the right password, and signing out",
     accounts.sign_in, "usual"),
    ("sign-in-by-keyboard", "the same with the keyboard only", by_keyboard(accounts.sign_in), "usual"),
    ("registration", "a new account, and a new password by a link", accounts.registration, "usual"),
    ("terms", "the terms must be accepted before an account is opened", accounts.terms, "usual"),
    ("early-heart", "a click on a heart before the account is loaded", accounts.early_heart, "short"),
    ("own-favourites", "favourites of the account, merged with those of the device", accounts.favourites, "usual"),
    ("own-favourites-by-keyboard", "the same with the keyboard only", by_keyboard(accounts.favourites), "usual"),
    ("own-favourites-away", "offline, the last known favourites", accounts.favourites_away, "usual"),
    ("devices", "signing out other devices", accounts.devices, "usual"),
    ("booking", "a stay is requested once, however often the form is sent", taking_part.booking, "short"),
    ("notice", "the page shows until when a guest may cancel", taking_part.notice, "short"),
    ("obstacle", "why a couch can no longer be booked", taking_part.obstacle, "short"),
    ("obstacle-by-keyboard", "the same with the keyboard only", by_keyboard(taking_part.obstacle), "usual"),
    ("joining", "a place at an event, and the waiting list", taking_part.joining, "short"),
    ("joining-by-keyboard", "the same with the keyboard only", by_keyboard(taking_part.joining), "usual"),
    ("rating", "half stars with a text", taking_part.rating, "short"),
    ("rating-by-keyboard", "the same with the keyboard only", by_keyboard(taking_part.rating), "usual"),
    ("who-rates", "only those who may rate can rate", taking_part.who_rates, "short"),
    ("sign-in-for-more", "booking leads to signing in", taking_part.sign_in_for_more, "short"),
    ("guest", "a guest cancels a stay, and gives up a place", hosting.guest, "usual"),
    ("guest-by-keyboard", "the same with the keyboard only", by_keyboard(hosting.guest), "usual"),
    ("host", "a host confirms and declines", hosting.host, "short"),
    ("host-by-keyboard", "the same with the keyboard only", by_keyboard(hosting.host), "usual"),
    ("host-calendar", "a host blocks nights, and rates a guest", hosting.calendar, "usual"),
    ("host-calendar-by-keyboard", "the same with the keyboard only", by_keyboard(hosting.calendar), "usual"),
    ("all-couches", "a host blocks nights of several couches at once", hosting.all_couches, "short"),
    ("talk", "two browsers exchange messages", conversations.talk, "short"),
    ("meanwhile", "typed text stays while a message is being sent", conversations.meanwhile, "short"),
    ("talk-by-keyboard", "the same with the keyboard only", by_keyboard(conversations.talk), "usual"),
    ("unread", "unread messages are counted, then read", conversations.unread, "usual"),
    ("unread-by-keyboard", "the same with the keyboard only", by_keyboard(conversations.unread), "usual"),
    ("shared-place", "a shared place opens on the map", conversations.place, "usual"),
    ("shared-place-by-keyboard", "the same with the keyboard only", by_keyboard(conversations.place), "usual"),
    ("shared-listing", "a listing is shared by its name", conversations.listing, "usual"),
    ("links-in-messages", "addresses in messages are links", conversations.links, "short"),
    ("listings-in-messages", "the address of a listing opens it", conversations.own_link, "usual"),
    ("live-position", "a live position moves on the map", conversations.live, "usual"),
    ("talk-of-event", "attendees of an event exchange messages", conversations.event, "usual"),
    ("blocking", "a blocked member cannot write", conversations.blocking, "usual"),
    ("reconnecting", "messages written while the server is down are sent later", conversations.reconnecting, "usual"),
    ("several-tabs", "tabs share one stream of changes", conversations.several_tabs, "usual"),
    ("scripts", "scripts in names and messages do not run", conversations.scripts, "short"),
    ("add-listing", "a host adds, changes and removes a listing", offering.add, "short"),
    ("add-by-keyboard", "the same with the keyboard only", by_keyboard(offering.add), "usual"),
    ("area-of-couch", "a new couch has an approximate location, which the host can change", offering.area, "short"),
    ("edit-in-sight", "the form of a changed listing is scrolled into view", offering.in_sight, "usual"),
    ("add-by-click", "a bar added by a click on the map", offering.by_click, "short"),
    ("own-pictures", "pictures of an event", offering.pictures, "usual"),
    ("weekly-event", "an event that repeats, with pictures and a location by name", offering.weekly, "short"),
    ("copied-listing", "a couch like another one, with a price on weekends", offering.copy, "short"),
    ("changed-meanwhile", "someone else has changed the listing in the meantime", offering.changed_meanwhile, "short"),
    ("changed-by-keyboard", "the same with the keyboard only", by_keyboard(offering.changed_meanwhile), "usual"),
    ("report", "a listing can be reported once", moderating.reporting, "short"),
    ("report-by-keyboard", "the same with the keyboard only", by_keyboard(moderating.reporting), "usual"),
    ("report-others", "reports of a review, a message and a member", moderating.others, "usual"),
    ("deciding", "an editor hides and restores; the members concerned read the reason", moderating.deciding, "usual"),
    ("deciding-by-keyboard", "the same with the keyboard only", by_keyboard(moderating.deciding), "usual"),
    ("leaving-it", "a report without consequences, and a hidden message", moderating.leaving, "usual"),
    ("decided-meanwhile", "another editor decided first", moderating.meanwhile, "usual"),
    ("suspending", "a member is suspended, reads the reason, and is reinstated", moderating.suspending, "usual"),
    ("roles", "an admin assigns roles; the last admin keeps theirs", moderating.roles, "usual"),
    ("roles-by-keyboard", "the same with the keyboard only", by_keyboard(moderating.roles), "usual"),
    ("for-editors", "tools of editors and admins are hidden from others", moderating.for_others, "usual"),
    ("report-pages", "many pages of reports", moderating.pages, "usual"),
    ("report-scripts", "scripts in reported texts do not run", moderating.scripts, "usual"),
    ("editor-edits", "an editor changes and removes another member's listing", moderating.editing, "usual"),
    ("alert", "an alert for the current filters reports new matches", alerts.new_match, "short"),
    ("alert-by-keyboard", "the same with the keyboard only", by_keyboard(alerts.new_match), "usual"),
    ("alerts", "alerts are shown on the map, changed and deleted", alerts.kept, "usual"),
    ("alerts-by-keyboard", "the same with the keyboard only", by_keyboard(alerts.kept), "usual"),
    ("alert-sign-in", "someone who is not signed in signs in and comes back", alerts.sign_in, "usual"),
    ("lines", "a reminder appears as a banner that can be closed", alerts.lines, "usual"),
    ("alerts-not-judged", "an alert that is off or was too expensive says so", alerts.not_judged, "usual"),
    ("line-goes", "a banner disappears after a while", alerts.line_goes, "usual"),
    ("lines-by-keyboard", "the same with the keyboard only", by_keyboard(alerts.lines), "usual"),
    ("alert-address", "an invalid address has its error beside its field", alerts.bad_address, "usual"),
    ("own-data", "a file with all data of the account", own_account.data, "usual"),
    ("own-data-by-keyboard", "the same with the keyboard only", by_keyboard(own_account.data), "usual"),
    ("end-of-account", "an account is deleted, unless a stay lies ahead", own_account.end, "usual"),
    ("end-by-keyboard", "the same with the keyboard only", by_keyboard(own_account.end), "usual"),
    ("own-face", "a profile picture, which others see", own_account.picture, "usual"),
    ("no-face", "a file that is not a picture", own_account.no_picture, "usual"),
    ("quiet-hours", "quiet hours are set and removed", own_account.quiet, "usual"),
    ("calendar-feed", "a calendar for other programs", own_account.calendar, "usual"),
    ("calendar-feed-by-keyboard", "the same with the keyboard only", by_keyboard(own_account.calendar), "usual"),
    ("switches", "a host's switches, which the current guest operates", homes.switches, "usual"),
    ("switches-by-keyboard", "the same with the keyboard only", by_keyboard(homes.switches), "usual"),
    ("no-switches", "a server without switches: none are shown or requested", homes.without, "short"),
    ("axe", "axe finds no violation, in all states", access.light, "short"),
    ("axe-trouble", "the same with errors, banners, and offline", access.in_trouble, "usual"),
    ("axe-dark", "the same in dark colors", access.dark, "usual"),
    ("axe-tablet", "the same on a tablet", access.on_tablet, "usual"),
    ("axe-phone", "the same on a phone", access.on_phone, "usual"),
    ("axe-german", "the same in German", access.german, "usual"),
    ("axe-members", "the same for members' pages", access.members, "usual"),
    ("axe-members-elsewhere", "the same in dark colors, on a phone, in German", access.members_elsewhere, "usual"),
    ("german", "the language of the browser, and another one", access.in_german, "short"),
    ("german-by-keyboard", "the same with the keyboard only", by_keyboard(access.in_german), "usual"),
    ("focus", "the focus is visible and follows the reading order", access.focus, "short"),
    ("menus", "menus with the keyboard", access.menus, "short"),
    ("focus-stays", "the focus is never lost", access.focus_stays, "short"),
    ("sizes", "screens from 320 to 1440 pixels: nothing is cut off, no target is too small",
     layout.sizes_of_screens, "short"),
    ("sizes-german", "the same in German", layout.german, "usual"),
    ("sizes-members", "the same for members' pages", layout.members, "usual"),
    ("suggestions-on-phone", "suggestions are as wide as a phone", layout.suggestions_on_phone, "short"),
    ("pins-beside-tools", "no pin is under the controls of the map", layout.pins_beside_tools, "short"),
    ("printed", "the page on paper", layout.printed, "short"),
    ("scales", "one scale bar, in the units of the country", layout.scales, "short"),
    ("large-text", "text at twice the size", layout.large_text, "usual"),
    ("alone", "no other host is contacted, and the content security policy holds", figures.alone, "short"),
    ("requests", "no request is sent twice", figures.requests, "short"),
    ("size", "the size of the page", figures.size, "short"),
    ("first-answer", "the time to the first results", figures.first_answer, "short"),
    ("shifts", "layout shifts", figures.shifts, "short"),
    ("long-tasks", "long tasks that block the map", figures.long_tasks, "usual"),
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
    count, failed, measured = 0, 0, []
    for line in tell_all(given):
        if line.startswith(("ok: ", "FAILED: ", "left out: ")):
            print(line, flush=True)
            count, failed = count + 1, failed + line.startswith("FAILED: ")
        else:
            measured.append(line)
    print("\n".join([*measured, f"{count} stories, {failed} failed, {time.monotonic() - began:.0f} s"]))
    sys.exit(1 if failed else 0)


main()
