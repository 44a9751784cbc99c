"""Plots as SVG, with nothing but the standard library; all axes of cost are logarithmic."""
import math
from html import escape

WIDTH, HEIGHT = 760, 440
LEFT, RIGHT, TOP, BOTTOM = 64, 150, 28, 52
COLORS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"]  # distinguishable for color-blind readers


def size_plot(rows, titles):
    """p50 in microseconds of each class over the sizes of the catalog."""
    lines = {}
    for row in rows:
        lines.setdefault(row["class"], []).append((row["listings"], max(row["p50"], 0.01)))
    sizes = [size for points in lines.values() for size, _ in points]
    costs = [cost for points in lines.values() for _, cost in points]
    x = scale(min(sizes), max(sizes), LEFT, WIDTH - RIGHT)
    y = scale(10 ** math.floor(math.log10(min(costs))), 10 ** math.ceil(math.log10(max(costs) * 1.0001)), HEIGHT - BOTTOM, TOP)
    parts = begin(HEIGHT)
    parts += grid(min(sizes), max(sizes), min(costs), max(costs), x, y)
    parts += [line for index, (name, points) in enumerate(sorted(lines.items()))
              for line in curve(name, sorted(points), titles.get(name, name), index, x, y)]
    parts += labels(lines, x, y)
    return "\n".join(parts + ["</svg>"]) + "\n"


def begin(height):
    frame = f'viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="12"'
    return [f'<svg xmlns="http://www.w3.org/2000/svg" {frame}>',
            f'<rect width="{WIDTH}" height="{height}" fill="white"/>']


def scale(low, high, start, end):
    """Maps low...high to start...end by their logarithms."""
    low, high = math.log10(low), math.log10(high)
    span = (high - low) or 1
    return lambda value: start + (math.log10(value) - low) / span * (end - start)


def grid(least, most, cheapest, dearest, x, y):
    parts = []
    for power in range(math.floor(math.log10(cheapest)), math.ceil(math.log10(dearest * 1.0001)) + 1):
        at = y(10 ** power)
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at:.1f}" y2="{at:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{at + 4:.1f}" text-anchor="end">{10.0 ** power:g}</text>')
    for power in range(math.ceil(math.log10(least)), math.floor(math.log10(most)) + 1):
        at = x(10 ** power)
        parts.append(f'<line y1="{TOP}" y2="{HEIGHT - BOTTOM}" x1="{at:.1f}" x2="{at:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{at:.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{10 ** power:,}</text>')
    middle = (TOP + HEIGHT - BOTTOM) / 2
    parts.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 14}" text-anchor="middle">listings</text>')
    parts.append(f'<text x="16" y="{middle}" text-anchor="middle" transform="rotate(-90 16 {middle})">p50, microseconds</text>')
    return parts


def curve(name, points, title, index, x, y):
    color, dashes = COLORS[index % len(COLORS)], ' stroke-dasharray="5 3"' if index >= len(COLORS) else ""
    path = " ".join(f"{x(size):.1f},{y(cost):.1f}" for size, cost in points)
    dots = [f'<circle cx="{x(size):.1f}" cy="{y(cost):.1f}" r="3" fill="{color}"><title>{escape(title)}: {cost:g} µs</title></circle>'
            for size, cost in points]
    return [f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"{dashes}/>'] + dots


def labels(lines, x, y):
    """The names at the ends of the curves, moved apart where they would overlap."""
    ends = sorted((y(max(points)[1]), name) for name, points in lines.items())
    color = {name: COLORS[index % len(COLORS)] for index, name in enumerate(sorted(lines))}
    parts, last = [], -math.inf
    for height, name in ends:
        last = max(height, last + 14)
        right = x(max(lines[name])[0]) + 8
        parts.append(f'<text x="{right:.1f}" y="{last + 4:.1f}" fill="{color[name]}">{escape(name)}</text>')
    return parts


STATES = {"warm": ("#0072b2", -4), "cold": ("#d55e00", 4)}


def mixed_plot(rows):
    """p50, p95 and p99 in microseconds of each class, cold and warm: a row for each class, a panel for each size."""
    sizes = sorted({row["listings"] for row in rows})
    classes = sorted({row["class"] for row in rows})
    low = 10 ** math.floor(math.log10(max(0.1, min(row["p50"] for row in rows))))
    high = 10 ** math.ceil(math.log10(max(row["p99"] for row in rows) * 1.0001))
    left, top, step, gap = 130, 44, 22, 36
    height = top + step * len(classes) + 56
    width = (WIDTH - left) / len(sizes)
    powers = range(round(math.log10(low)), round(math.log10(high)) + 1)
    # Every second power has a label where there is no room for all.
    labelled = powers[:: 1 if (width - gap) / len(powers) >= 40 else 2]
    parts = begin(height)
    for number, name in enumerate(classes):
        parts.append(f'<text x="{left - 8}" y="{top + step * number + 15}" text-anchor="end">{escape(name)}</text>')
    for panel, size in enumerate(sizes):
        x = scale(low, high, left + panel * width + 4, left + (panel + 1) * width - gap)
        bottom = top + step * len(classes)
        center = f'x="{(x(low) + x(high)) / 2:.1f}" text-anchor="middle" font-weight="bold"'
        parts.append(f'<text {center} y="{top - 12}">{size:,} listings</text>')
        for power in powers:
            at = x(10 ** power)
            parts.append(f'<line y1="{top}" y2="{bottom}" x1="{at:.1f}" x2="{at:.1f}" stroke="#ddd"/>')
            label = f'x="{at:.1f}" y="{bottom + 16}" text-anchor="middle" font-size="10"'
            parts += [f"<text {label}>{duration(power)}</text>"] if power in labelled else []
        for row in rows:
            if row["listings"] == size:
                parts += percentiles(row, x, top + step * classes.index(row["class"]) + step / 2)
    return "\n".join(parts + legend(left, height - 14) + ["</svg>"]) + "\n"


def duration(power):
    """10 to the power of so many microseconds."""
    unit = max(0, min(power // 3, 2))
    return f"{10.0 ** (power - 3 * unit):g} {('µs', 'ms', 's')[unit]}"


def percentiles(row, x, middle):
    """A line from p50, a disc, over p95, a small one, to p99, a stroke."""
    color, shift = STATES[row["state"]]
    y = middle + shift
    p50, p95, p99 = (x(max(0.1, row[value])) for value in ("p50", "p95", "p99"))
    title = f"{row['class']}, {row['state']}: p50 {row['p50']:g}, p95 {row['p95']:g}, p99 {row['p99']:g} µs"
    return [f'<g stroke="{color}" fill="{color}"><title>{escape(title)}</title>',
            f'<line x1="{p50:.1f}" x2="{p99:.1f}" y1="{y}" y2="{y}" stroke-width="1.5"/>',
            f'<circle cx="{p50:.1f}" cy="{y}" r="3.5"/><circle cx="{p95:.1f}" cy="{y}" r="1.5"/>',
            f'<line x1="{p99:.1f}" x2="{p99:.1f}" y1="{y - 3}" y2="{y + 3}" stroke-width="1.5"/></g>']


def legend(left, y):
    names = [f'<text x="{left + 4 + 90 * number}" y="{y}" fill="{color}">● {state}</text>'
             for number, (state, (color, _)) in enumerate(STATES.items())]
    return [*names, f'<text x="{left + 190}" y="{y}" fill="#555">disc: p50, dot: p95, stroke: p99</text>']
