"""Screens of all sizes."""
from . import own_states, states
from .checks import check, equal
from .stage import phone

sizes = [(1440, 900), (768, 1024), (390, 844), (320, 640)]

measure = """() => {
  const found = [];
  const name = (one) => one.dataset.chip ?? one.getAttribute('aria-label') ?? one.textContent.trim().slice(0, 40);
  const { scrollWidth } = document.scrollingElement;
  if (scrollWidth > innerWidth) found.push(`the page is ${scrollWidth} wide`);
  const panel = document.getElementById('panel');
  if (panel.scrollWidth > panel.clientWidth + 1) {
    found.push(`the panel is ${panel.scrollWidth} of ${panel.clientWidth} wide`);
  }
  for (const one of document.querySelectorAll('button, select, a.action, input[type=checkbox], td[data-date]')) {
    const { width, height } = one.getBoundingClientRect();
    if (!width || !one.checkVisibility({ visibilityProperty: true }) || one.closest('.pin')) continue;
    const label = one.closest('label')?.getBoundingClientRect() ?? { width, height };
    const [wide, high] = [Math.max(label.width, width), Math.max(label.height, height)];
    if (Math.min(wide, high) < 23.5 && !one.matches('.cluster')) {
      found.push(`${name(one)} is ${Math.round(wide)} x ${Math.round(high)}`);
    }
    if (one.tagName === 'BUTTON' && one.scrollWidth > one.clientWidth + 1) {
      found.push(`the text of ${name(one)} is cut`);
    }
  }
  return found;
}"""


def measured(stage, sizes, names, options):
    """Nothing is cut in these states, at these sizes."""
    found = []
    for width, height in sizes:
        visit = stage.tab(viewport={"width": width, "height": height}, **options(width))
        for name in names:
            states.everything[name](visit)
            found += [f"{width} px, {name}: {text}" for text in visit.page.evaluate(measure)]
        visit.page.context.close()
        stage.visits.remove(visit)
    check(not found, "\n  " + "\n  ".join(dict.fromkeys(found)))


def sizes_of_screens(stage):
    all_names = "start", "menu when", "menu tags", "a couch", "nothing fits", "evening", "meet"
    names = ("menu when", "a couch", "nothing fits") if stage.is_short else all_names
    measured(stage, sizes, names, lambda width: {"has_touch": width < 700})


def members(stage):
    """What members see, in both languages, from 320 pixels on."""
    found = []
    for (width, height), locale in zip(sizes, ("en-GB", "de-DE", "en-GB", "de-DE")):
        options = {"viewport": {"width": width, "height": height}, "has_touch": width < 700, "locale": locale}
        for name, visit in own_states.visits(stage, **options):
            found += [f"{width} px, {name}: {text}" for text in visit.page.evaluate(measure)]
    check(not found, "\n  " + "\n  ".join(dict.fromkeys(found)))


def german(stage):
    measured(stage, sizes[1:], ("start", "menu when", "a couch", "evening"), lambda _: {"locale": "de-DE"})


def large_text(stage):
    """Text at twice its size, as WCAG requires."""
    visit = stage.tab()
    visit.page.add_init_script(
        "addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%'))")
    found = []
    for name in "start", "a couch":
        states.everything[name](visit)
        found += visit.page.evaluate(measure)
    check(not found, "; ".join(found))


def suggestions_on_phone(stage):
    """The suggestions are as wide as the screen of a phone."""
    visit = stage.visit(**phone)
    visit.tap("#q")
    visit.type("couch for 2 next weekend")
    visit.shows("#search .options li")
    box = visit.page.locator("#search .options").bounding_box()
    check(box["width"] > 360, f"{box['width']} pixels")
    check(box["x"] >= 0 and box["x"] + box["width"] <= 390, f"from {box['x']} on")


covered = """() => {
  const tools = [...document.querySelectorAll('#map-tools .tool')].filter((tool) => !tool.hidden)
    .map((tool) => tool.getBoundingClientRect());
  return [...document.querySelectorAll('#map .pin')].filter((pin) => {
    const one = pin.querySelector('.pin-body').getBoundingClientRect();
    return tools.some((tool) => one.left < tool.right && tool.left < one.right && one.top < tool.bottom
      && tool.top < one.bottom);
  }).map((pin) => pin.dataset.id);
}"""


def pins_beside_tools(stage):
    """No pin lies under the tools of the map, wherever it looks."""
    for options in {}, phone:
        visit = stage.visit(**options)
        for lat in range(0, 30, 3):
            visit.go(f"?view={48.7758 - lat / 1000},9.1729,14")
            equal(visit.page.evaluate(covered), [], f"pins under tools, {lat / 1000} degrees to the south")
        # Nor the pin of a listing where the map shows counts.
        # A map that slides on may end with the place itself under a tool, where a pin hides nothing that is searched.
        visit = stage.visit("?view=48.7,9.17,11", stage.server("large"), **options, reduced_motion="reduce")
        for identifier in visit.listed()[:2]:
            at = visit.server.listing(identifier)
            visit.go(f"?view={at['lat'] - 0.0001},{at['lon']},11&id={identifier}")
            visit.shows(".detail .actions")
            high = visit.page.evaluate("document.querySelector('#map').clientHeight")
            with visit.new_answer():
                visit.drag_map(0, 60 - high / 2, (0.5, 0.9))
            visit.settle()
            equal(visit.page.evaluate(covered), [], f"{identifier} under tools")


def printed(stage):
    """On paper is the whole list, with the map, and nothing to press."""
    visit = stage.visit("?view=46.5446,24.562,13&show=evening")
    visit.becomes(lambda: visit.count(".outing"), lambda count: count > 0, "evenings")
    visit.page.emulate_media(media="print")
    for selector in "#search", "#filters", ".outing-form", ".outing-steps button", "#map-tools":
        check(not visit.has(selector), f"{selector} on paper")
    check(visit.has("#map") and visit.has(".outing-stops"), "the map and the stops on paper")
    panel = visit.page.eval_on_selector("#panel", "({ scrollHeight, clientHeight }) => [scrollHeight, clientHeight]")
    check(panel[0] <= panel[1] + 1, f"the list is cut: {panel}")


def scales(stage):
    """One scale, in the units of the reader's country."""
    for locale, unit in ("en-GB", "m"), ("de-DE", "m"), ("en-US", "mi"):
        visit = stage.visit(locale=locale)
        lines = visit.texts(".leaflet-control-scale-line")
        equal(len(lines), 1, f"scales of {locale}")
        check(lines[0].endswith(unit) or lines[0].endswith("ft") and unit == "mi", f"{locale}: {lines}")
