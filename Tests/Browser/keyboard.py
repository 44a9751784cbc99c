"""A user without a pointer, who runs the stories of others with the keyboard only."""
import datetime, functools, re, urllib.parse

from .access import has_outline
from .bars import agree
from .checks import Failed, check, equal
from .visit import Visit

# What a click would hit, as the keyboard reaches it: of the days of a calendar, one is a stop of the tab key.
goal = """one => {
  const days = one.closest('td[data-date]') && one.closest('.calendar');
  if (days) return days.querySelector('td[tabindex="0"]');
  if (one.matches('label')) return one.control;
  return one.closest('a, button, input, select, summary, textarea, [tabindex="0"]');
}"""

# How many presses of the tab key are needed at least; below zero with the shift key.
distance = """one => {
  const goal = (%s)(one), present = document.activeElement;
  if (goal === present) return 0;
  const isAfter = (one, other) => Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
  const stops = 'a[href], button, input, select, summary, textarea, [tabindex="0"]';
  const isForward = isAfter(present, goal);
  const [first, last] = isForward ? [present, goal] : [goal, present];
  const between = [...document.querySelectorAll(stops)].filter(
    (stop) => isAfter(first, stop) && isAfter(stop, last) && stop.tabIndex >= 0 && !stop.disabled
      && stop.checkVisibility({ visibilityProperty: true }));
  return isForward ? between.length + 1 : -between.length - 1;
}""" % goal

# Marks of the map may overlap; everything else with the focus is visible.
is_in_sight = """() => {
  const one = document.activeElement.closest('label') ?? document.activeElement;
  if (one.matches('.pin, .cluster, .stop')) return true;
  const { left, top, width, height } = one.getClientRects()[0];
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return Boolean(hit) && (one.contains(hit) || hit.contains(one));
}"""

is_typing = "document.activeElement.matches('input:not([type=checkbox], [type=range], [type=file]), textarea')"

far = 30
"""Presses of the tab key from which on there are shorter ways."""

turns = 20
"""Times that the distance is measured before it is clear that the tab key does not get there."""


class KeyboardVisit(Visit):
    """Does by the keyboard what others do by clicks. Fails where the focus is lost, or cannot be seen."""

    def __init__(self, server, page):
        super().__init__(server, page)
        self.is_new = True
        page.on("domcontentloaded", lambda _: setattr(self, "is_new", True))

    def keeps_focus(self, text):
        if not self.is_new:
            check(self.focused() != "body", f"the focus is lost {text}")

    def reach(self, selector):
        """Goes by the tab key, forward or back, to what a click would hit."""
        target = self.page.locator(selector).first
        target.wait_for(state="attached")
        self.keeps_focus(f"before {selector}")
        for turn in range(turns):
            presses = target.evaluate(distance)
            if not presses:
                break
            if turn == 0 and abs(presses) > far and not self.page.evaluate(is_typing):
                self._jump(bool(target.evaluate("one => one.closest('#map-area')")))
                continue
            self.press(*["Tab" if presses > 0 else "Shift+Tab"] * abs(presses))
            self.is_new = False
        else:
            raise Failed(f"the tab key does not reach {selector}")
        check(self.page.evaluate(has_outline), f"the focus on {selector} cannot be seen")
        # Parts of a detail that come later may move it for a moment.
        self.becomes(lambda: self.page.evaluate(is_in_sight), True, f"{selector} has the focus, and can be seen")

    def _jump(self, is_on_map):
        """To the search box, from wherever it is near; skip links come before it."""
        self.press("/")
        self.is_new = False
        if is_on_map:
            self.press("Shift+Tab")
            equal(self.focused(), "skip-to-map", "the focus before the search box")
            self.press("Enter")

    def click(self, selector, force=False):
        target = self.page.locator(selector).first
        target.wait_for(state="attached")
        if target.evaluate("one => Boolean(one.closest('[role=option]'))"):
            return self._choose_option(target)
        self.reach(selector)
        if date := target.get_attribute("data-date"):
            self._go_to_day(date)
        is_checkbox = self.page.evaluate("document.activeElement.type === 'checkbox'")
        self.press("Space" if is_checkbox else "Enter")

    def _choose_option(self, option):
        wanted = option.get_attribute("id")
        for _ in range(20):
            if self.attribute("[role=combobox]:focus", "aria-activedescendant") == wanted:
                return self.press("Enter")
            self.press("ArrowDown")
        raise Failed(f"the arrow keys do not reach {wanted}")

    def _go_to_day(self, date):
        present = self.page.evaluate("document.activeElement.dataset.date")
        days = (datetime.date.fromisoformat(date) - datetime.date.fromisoformat(present)).days
        self.press(*["ArrowDown" if days > 0 else "ArrowUp"] * (abs(days) // 7))
        self.press(*["ArrowRight" if days > 0 else "ArrowLeft"] * (abs(days) % 7))

    def select(self, selector, value):
        self.reach(selector)
        values, present = self.page.evaluate(
            "[[...document.activeElement.options].map((one) => one.value), document.activeElement.selectedIndex]")
        steps = values.index(value) - present
        self.press(*["ArrowDown" if steps > 0 else "ArrowUp"] * abs(steps))

    def fill(self, selector, text):
        self.reach(selector)
        if re.fullmatch(r"\d{4}-\d\d-\d\d", text):
            # The field has parts, in the order of the language in which Chromium runs.
            year, month, day = text.split("-")
            return self.type(month + day + year)
        self.press("Control+a")
        self.type(text) if text else self.press("Delete")

    def search(self, text):
        self.keeps_focus("before a search")
        self.press("/")
        self.is_new = False
        equal(self.focused(), self.attribute("#q", "aria-label"), "the focus after /")
        self.press("Control+a")
        # Each letter may be asked for: the last one counts.
        query = urllib.parse.urlencode({"text": text})
        with self.page.expect_response(lambda response: f"/v1/suggest?{query}&" in response.url) as last:
            self.type(text)
        last.value.finished()
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        self.shows("#search .options li")

    def drag_map(self, x, y):
        """Moves the map by arrow keys, about as far."""
        self.reach("#map")
        for distance, keys in (x, ("ArrowRight", "ArrowLeft")), (y, ("ArrowDown", "ArrowUp")):
            for _ in range(round(abs(distance) / 80)):
                self.press(keys[distance > 0])
                # Leaflet takes no key while it moves.
                self.until("() => !document.querySelector('.leaflet-pan-anim')")


def by_keyboard(story):
    """The story of a user without a pointer."""

    @functools.wraps(story)
    def with_keyboard(stage):
        former, stage.visitor = stage.visitor, KeyboardVisit
        try:
            story(stage)
        finally:
            stage.visitor = former

    return with_keyboard


@by_keyboard
def open_at(stage):
    """The slider of the night, by arrow keys."""
    visit = stage.visit()
    visit.open_menu("when")
    visit.reach("#open-at")
    visit.press("ArrowRight")
    visit.becomes(lambda: visit.parameters().get("open"), "2026-11-27T21:30", "the time in the address after one step")
    with visit.new_answer():
        visit.press(*["ArrowRight"] * 4)  # while the answer for 21:30 arrives, which must not move the slider back
    visit.becomes(lambda: visit.parameters().get("open"), "2026-11-27T23:30", "the time in the address")
    equal(visit.attribute("#open-at", "aria-valuetext"), "23:30", "what a screen reader says")
    agree(visit, "open at 23:30")
    late = set(visit.listed())
    with visit.new_answer():
        visit.press("ArrowLeft")
    check(late < set(visit.listed()), "more are open half an hour earlier")
    visit.press("Escape")
    equal(visit.chosen(), ["Open: 23:00"], "the chips")
