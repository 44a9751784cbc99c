"""Sizes and times: times are reported, and asserted with `--all` alone."""
from .checks import check, equal
from .visit import chip

observe = """() => {
  globalThis.shifts = 0; globalThis.longTasks = [];
  new PerformanceObserver((list) => list.getEntries().forEach((one) => one.hadRecentInput || (shifts += one.value)))
    .observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => list.getEntries().forEach((one) => longTasks.push(Math.round(one.duration))))
    .observe({ type: 'longtask', buffered: true });
}"""

sizes = """() => performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
  .map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize])
  .filter(([path]) => path.startsWith('/map'))"""

most_shift, most_task, most_size, most_time = 0.05, 200, 70_000, 3000


def size(stage):
    """The files of the page, as they are sent, with what is drawn after the first answer."""
    for locale in "en-GB", "de-DE":
        size_in(stage, stage.visit(locale=locale))


def size_in(stage, visit):
    visit.until("""() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/outlines.mvt'))""")
    others = "leaflet.js", "leaflet.css", "outlines.mvt", "waters.mvt"
    files = [(path, size) for path, size in visit.page.evaluate(sizes) if not path.endswith(others)]
    total = sum(size for _, size in files)
    language = visit.attribute("html", "lang")
    stage.report(
        f"own files of the page ({language}): {total / 1000:.1f} kB compressed, {len(files)} files; goal 70 kB")
    # The amount that a browser loads is the same on every machine.
    check(total < most_size, f"{total} bytes")


def first_answer(stage):
    times = []
    for _ in range(1 if stage.is_short else 5):
        visit = stage.visit()
        times.append(visit.page.evaluate("performance.getEntriesByName('vicinity-answer')[0].startTime"))
    stage.report(f"first answer on the screen after {', '.join(f'{time:.0f}' for time in sorted(times))} ms")
    if stage.is_all:
        check(min(times) < most_time, f"{min(times):.0f} ms")


def shifts(stage):
    """The visible page does not jump while it loads, nor when filters are chosen."""
    visit = stage.tab()
    visit.page.add_init_script(f"({observe})()")
    visit.go()
    loading = visit.page.evaluate("shifts")
    visit.choose("when", "open now")
    visit.click(".card-link")
    visit.shows(".hours-week")
    all_shifts = visit.page.evaluate("shifts")
    stage.report(f"layout shift: {loading:.3f} while loading, {all_shifts:.3f} with a filter and a detail")
    check(max(loading, all_shifts) < most_shift, f"{loading:.3f}, {all_shifts:.3f}")


def long_tasks(stage):
    """Dragging and zooming over many listings."""
    name = "million" if stage.is_all else "large"
    visit = stage.tab(stage.server(name))
    visit.page.add_init_script(f"({observe})()")
    visit.go("?view=48.2,16.37,6")
    visit.page.evaluate("longTasks.length = 0")
    for x, y in ((-300, 0), (-200, 150), (300, 100), (200, -200)) * (1 if stage.is_short else 3):
        with visit.new_answer():
            visit.drag_map(x, y, (0.5, 0.5))
    for selector in (".leaflet-control-zoom-in",) * 5 + (".leaflet-control-zoom-out",) * 4:
        with visit.new_answer():
            visit.click(selector)
    tasks = visit.page.evaluate("longTasks")
    stage.report(f"tasks over 50 ms while moving over {name}: {', '.join(map(str, sorted(tasks))) or 'none'}")
    if stage.is_all:
        check(max(tasks, default=0) < most_task, f"{max(tasks, default=0)} ms")


def requests(stage):
    """Nothing is requested twice."""
    visit = stage.visit()
    equal(len(visit.asked), 1, "questions at the beginning")
    for view in ("48.77,9.18,22",) if stage.is_short else ("48.77,9.18,22", "-16.8,180,9", "-16.8,-180,9"):
        other = stage.visit(f"?view={view}")
        other.settle()
        equal([path for path, _ in other.asked].count("/v1/map"), 1, f"questions for the view {view}")
    before = len(visit.asked)
    with visit.new_answer():
        visit.click(chip("bar"))
    visit.open_menu("when")
    with visit.new_answer():
        visit.click(chip("open now"))
    visit.close_menu()
    # The query of a moved map comes after a pause.
    visit.settle()
    asked = visit.asked[before:]
    stage.report(f"questions for two filters: {len(asked)}")
    check(len(asked) == 2, f"{len(asked)} questions for two filters")


def alone(stage):
    """The page contacts no other host, and attempts are noticed."""
    visit = stage.visit("?view=46.5446,24.562,13")
    for menu in "when", "price", "rating", "tags", "more":
        visit.open_menu(menu)
        visit.close_menu()
    visit.click(".card-link")
    visit.shows(".detail .actions")
    visit.reload()
    equal(visit.trouble, [], "requests to other hosts, errors and violations of the policy")
    visit.page.evaluate("fetch('http://elsewhere.example/').catch(() => {})")
    visit.becomes(lambda: len(visit.trouble), lambda count: count > 0, "a request to another host is noticed")
    visit.page.evaluate(
        "document.body.append("
        "Object.assign(document.createElement('script'), { textContent: 'document.title = 1' }))")
    check(visit.page.title() != "1", "scripts in the page are refused")
    visit.expected = ["."]
