"""The site in a browser; see scripts/test-site."""
import functools, http.server, os, sys, threading

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# One of each kind.
PAGES = [
    "index.html", "tutorials/shell.html", "tutorials/operator.html", "queries.html", "query-keys.html", "cli.html", "commands/near.html", "routes/search.html",
    "libraries/Vicinity/index.html", "libraries/Vicinity/Catalog.html", "operations/index.html", "changelog.html"]
# What readers type, and a page that has to be among the first five, or the first one if it is a place of a page.
SEARCHES = [
    ("opening hours", "opening-hours.html"), ("near", "commands/near.html"), ("Catalog", "libraries/Vicinity/Catalog.html"), ("nginx", "operations/proxy.html"), ("handbook", "operations/index.html"),
    ("radius", "query-keys.html#key-radius"), ("max-price", "query-keys.html#key-price"), ("--allow-writes", "commands/mcp.html#option-allow-writes"), ("DuckDB", "tutorials/shell.html"), ("unknown-key", "errors.html"), ("holidays", "opening-hours.html"), ("QueryError", "libraries/Vicinity/QueryError.html")]


class Silent(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


class Browsing:
    def __init__(self, browser, site):
        self.browser, self.site, self.faults, self.axe = browser, site, [], Axe()

    def page(self, width, scheme):
        page = self.browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
        page.on("console", lambda message: message.type == "error" and self.faults.append(f"{page.url}: {message.text}"))
        page.on("pageerror", lambda error: self.faults.append(f"{page.url}: {error}"))
        return page

    def look(self, base):
        for scheme in ("light", "dark"):
            for width in (360, 1400):
                page = self.page(width, scheme)
                for path in PAGES:
                    page.goto(base + path)
                    self.judge(page, f"{path} at {width}, {scheme}")
                page.close()

    def judge(self, page, state):
        found = self.axe.run(page, options={"runOnly": {"type": "tag", "values": RULES}, "resultTypes": ["violations"]})
        for one in found.response["violations"]:
            self.faults.append(f"{state}: {one['id']} ({one['help']}): {one['nodes'][0]['target'][0]}")
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            self.faults.append(f"{state}: wider than the window")

    def search(self, base):
        """By the keyboard, from a page in a folder."""
        page = self.page(1400, "light")
        page.goto(base + "tutorials/app.html")
        for words, expected in SEARCHES:
            page.keyboard.press("/")
            page.fill("#search-words", "")
            page.keyboard.type(words)
            page.wait_for_function("words => document.querySelector('.search .found').dataset.words === words", arg=words, timeout=20_000)
            found = page.eval_on_selector_all(".found > li > a", "links => links.slice(0, 5).map(link => link.href)")
            # A key or option with this name comes before all others.
            if base + expected not in (found[:1] if "#" in expected else found):
                self.faults.append(f"{base}: {words} finds {', '.join(found) or 'nothing'}, not {expected}")
            page.keyboard.press("Escape")
            page.wait_for_function("!document.querySelector('dialog').open")
        page.keyboard.press("/")
        page.wait_for_selector(".found a")
        # Axe reads style sheets, which it cannot from a disk.
        if base.startswith("http"):
            self.judge(page, "the search")
        first = page.get_attribute(".found a", "href")
        page.keyboard.press("Enter")
        page.wait_for_url(first)
        page.close()


def main():
    site = os.path.realpath(sys.argv[1])
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Silent, directory=os.path.dirname(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    # Below an address, as on a host of pages.
    base = f"http://127.0.0.1:{server.server_port}/{os.path.basename(site)}/"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        browsing = Browsing(browser, site)
        browsing.look(base)
        browsing.search(base)
        browsing.search(f"file://{site}/")
        browser.close()
    for fault in browsing.faults:
        print(f"test-site: {fault}", file=sys.stderr)
    print(f"test-site: {len(PAGES)} pages in 4 ways, {len(SEARCHES)} searches in 2, {len(browsing.faults)} faults", file=sys.stderr)
    return 1 if browsing.faults else 0


if __name__ == "__main__":
    sys.exit(main())
