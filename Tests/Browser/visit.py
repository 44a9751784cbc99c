"""A visitor of the page: what they see, and what they do."""
import contextlib, json, re, time, urllib.parse

from playwright.sync_api import TimeoutError as TooLate

from .checks import Failed, shortened

patience = 12_000
"""Milliseconds in which something has to happen. It takes some tens."""

answered = """before => performance.getEntriesByName('vicinity-answer').length > before
  && !document.body.classList.contains('is-loading')"""


class Visit:
    """One tab. Messages of its console and the hosts that it contacts are recorded in `trouble`."""

    def __init__(self, server, page):
        self.server, self.page = server, page
        self.trouble, self.asked = [], []
        self.expected = []
        """Patterns of what the console may say in this story."""
        page.set_default_timeout(patience)
        page.on("console", lambda message: self._heard(message.type, message.text))
        page.on("pageerror", lambda error: self.trouble.append(f"error: {error.stack or error}"))
        page.on("request", self._requested)

    def _heard(self, type, text):
        if type in ("error", "warning") and "registration blocked by Playwright" not in text:
            self.trouble.append(f"console: {text}")

    def _requested(self, request):
        url = urllib.parse.urlsplit(request.url)
        if url.scheme in ("http", "https", "ws", "wss") and url.hostname != "127.0.0.1":
            self.trouble.append(f"asked another host: {request.url}")
        if url.path.endswith(("/v1/map", "/v1/query", "/v1/plan", "/v1/crawl")) and request.post_data:
            self.asked.append((url.path, json.loads(request.post_data)))

    @property
    def unexpected(self):
        return [text for text in self.trouble if not any(re.search(pattern, text) for pattern in self.expected)]

    def asked_again(self, chosen=lambda path, body: path == "/v1/map"):
        """The answer to the last query of the map, or of others that are chosen."""
        path, body = [question for question in self.asked if chosen(*question)][-1]
        return self.server.ask(path, body)

    # MARK: Waiting

    def until(self, script, value=None, text=None):
        """Waits until a condition in the page holds."""
        try:
            self.page.wait_for_function(script, arg=value, polling=50)
        except TooLate:
            given = "" if value is None else shortened(value)
            raise Failed(text or f"did not come true: {shortened(script)} {given}") from None

    def becomes(self, read, expected, text):
        """Waits until what is read is what is expected, or passes it as a condition."""
        passes = expected if callable(expected) else lambda value: value == expected
        end = time.monotonic() + patience / 1000
        while not passes(found := read()):
            if time.monotonic() > end:
                wanted = "" if callable(expected) else f", not {shortened(expected)}"
                raise Failed(f"{text}: {shortened(found)}{wanted}")
            self.page.wait_for_timeout(40)
        return found

    @property
    def answers(self):
        return self.page.evaluate("performance.getEntriesByName('vicinity-answer').length")

    @contextlib.contextmanager
    def new_answer(self):
        """Waits for an answer to what is done within."""
        before = self.answers
        yield
        self.until(answered, before, "no new answer came")

    def settle(self):
        """Waits until no answer has come for longer than a moved map waits before its query."""
        self.until("""() => {
          const last = performance.getEntriesByName('vicinity-answer').at(-1)?.startTime ?? Infinity;
          return performance.now() - last > 600 && !document.body.classList.contains('is-loading');
        }""")

    def go(self, query=""):
        """Reloads the page, and waits for its first answer."""
        self.page.goto(f"{self.server.url}/map{query}")
        self.until(answered, 0, "no first answer came")
        return self

    def reload(self):
        self.page.reload()
        self.until(answered, 0, "no answer came after a reload")

    # MARK: What is seen

    def texts(self, selector):
        return self.page.eval_on_selector_all(selector, "list => list.map(one => one.textContent.trim())")

    def text(self, selector):
        return self.page.text_content(selector).strip()

    def count(self, selector):
        return self.page.locator(selector).count()

    def attribute(self, selector, name):
        return self.page.get_attribute(selector, name)

    def has(self, selector):
        return self.page.locator(selector).first.is_visible()

    def shows(self, selector):
        self.page.locator(selector).first.wait_for(state="visible")

    def hides(self, selector):
        self.page.locator(selector).first.wait_for(state="hidden")

    def listed(self):
        """The ids in the list, in its order."""
        return self.page.eval_on_selector_all("#panel .card-link", "list => list.map(one => one.dataset.id)")

    def pins(self):
        return self.page.eval_on_selector_all("#map .pin", "list => list.map(one => one.dataset.id)")

    def clusters(self, which=""):
        """The counts on the map."""
        labels = self.page.eval_on_selector_all(
            f"#map .cluster{which}", "list => list.map(one => one.getAttribute('aria-label'))")
        return [number(label) for label in labels]

    @property
    def shown(self):
        """What the marks on the map stand for, in all: pins and counts at the same moment."""
        labels = self.page.eval_on_selector_all(
            "#map .pin, #map .cluster",
            "list => list.map(one => one.matches('.pin') ? '1' : one.getAttribute('aria-label'))")
        return sum(map(number, labels))

    @property
    def markers(self):
        return self.count("#map .pin, #map .cluster")

    @property
    def total(self):
        return number(self.text(".results-heading"))

    def chosen(self):
        """The chips of filters that hold."""
        return [text.removesuffix("✕") for text in self.texts(".chosen .chip.is-on")]

    def parameters(self):
        return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.page.url).query))

    def view(self):
        return [float(part) for part in self.parameters()["view"].split(",")]

    def style(self, selector, name):
        return self.page.eval_on_selector(selector, f"one => getComputedStyle(one)['{name}']")

    def focused(self):
        """What has the focus: its name, or where it is."""
        return self.page.evaluate("""() => {
          const one = document.activeElement;
          if (!one || one === document.body) return 'body';
          return one.dataset.chip ?? one.getAttribute('aria-label')
            ?? (one.id || one.textContent.trim() || one.tagName);
        }""")

    # MARK: What is done

    def click(self, selector, force=False):
        self.page.locator(selector).first.click(force=force)

    def tap(self, selector):
        self.page.locator(selector).first.tap()

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, text):
        self.page.keyboard.type(text)

    def reach_option(self, text):
        """Presses the down arrow until the active option contains a text: options arrive while someone types."""
        for _ in range(20):
            self.press("ArrowDown")
            active = self.attribute("[role=combobox]:focus", "aria-activedescendant")
            if active and text in self.text(f"#{active}"):
                return active
        raise Failed(f"the arrow keys do not reach {text}")

    def tab_to(self, selector, most=150, key="Tab"):
        """Presses the tab key until an element has the focus: how often."""
        for presses in range(1, most + 1):
            self.press(key)
            if self.page.evaluate("selector => document.activeElement?.matches(selector)", selector):
                return presses
        raise Failed(f"the tab key does not reach {selector}")

    def reach(self, selector):
        """Goes where a click would use it."""
        self.page.locator(selector).first.hover()

    def select(self, selector, value):
        self.page.select_option(selector, value)

    def fill(self, selector, text):
        self.page.fill(selector, text)

    def open_file(self, selector, name, text):
        """Opens a file in the window that a button brings."""
        with self.page.expect_file_chooser() as window:
            self.click(selector)
        window.value.set_files({"name": name, "mimeType": "application/gpx+xml", "buffer": text.encode()})

    def open_menu(self, name):
        # On phones one button opens all groups, of which some are closed.
        is_shown = self.page.locator(chip(f"menu {name}")).is_visible()
        self.click(chip(f"menu {name}" if is_shown else "menu all"))
        # The panel is loaded when it is first opened.
        group = f'#filter-panel [data-group="{name}"]'
        self.shows(group)
        if not self.has(f"{group}[open]"):
            self.click(f"{group} summary")
        self.shows(f"{group}[open]")

    def open_favourites(self):
        self.click('[data-place="favourites"]')
        self.shows(".favourites")

    def close_menu(self):
        self.click("#filter-panel .done")
        self.hides("#filter-panel")

    def choose(self, menu, *keys):
        """Chooses filters in a menu."""
        self.open_menu(menu)
        for key in keys:
            with self.new_answer():
                self.click("#filter-panel " + chip(key))
        self.close_menu()

    def search(self, text):
        self.click("#q")
        self.page.fill("#q", text)
        self.shows("#search .options li")

    def free_place(self, right, down):
        """A place where no pin is, near a part of the map from 0 to 1."""
        box = self.page.locator("#map").bounding_box()
        return self.page.evaluate(free_place, [box["x"], box["y"], box["width"], box["height"], right, down])

    def click_map(self, right, down):
        self.page.mouse.click(*self.free_place(right, down))

    def drag_map(self, x, y, fraction=(0.5, 0.75)):
        """Drags the map by pixels."""
        start = self.free_place(*fraction)
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        for step in range(1, 6):
            mouse.move(start[0] + x * step / 5, start[1] + y * step / 5)
        mouse.up()


free_place = """([left, top, width, height, right, down]) => {
  for (let ring = 0; ring < 20; ring += 1) for (let angle = 0; angle < 8; angle += 1) {
    const x = left + width * right + ring * 15 * Math.cos(angle), y = top + height * down + ring * 15 * Math.sin(angle);
    const hit = document.elementFromPoint(x, y);
    if (hit?.closest('#map') && !hit.closest('button, a')) return [x, y];
  }
  return [left + width * right, top + height * down];
}"""


def chip(key):
    return f'[data-chip="{key}"]'


def number(text):
    """The number in a text: of *One listing* one, of *Nothing* none."""
    digits = re.sub(r"(?<=\d)[,.\s\u202f\u00a0’](?=\d{3})", "", text or "")
    found = re.search(r"\d+", digits)
    return int(found.group()) if found else 1 if re.match(r"(One|Ein)\b", text or "") else 0
