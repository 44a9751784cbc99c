"""A plot as SVG, with nothing but the standard library: cost against the number of listings, both on logarithmic axes."""
import math
from html import escape

WIDTH, HEIGHT = 760, 440
LEFT, RIGHT, TOP, BOTTOM = 64, 150, 28, 52
COLORS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"]  # told apart by color-blind eyes too


def size_plot(rows, titles):
    """p50 in microseconds of each file over the sizes of the catalog."""
    lines = {}
    for row in rows:
        lines.setdefault(row["file"].removesuffix(".jsonl"), []).append((row["listings"], max(row["p50"], 0.01)))
    sizes = [size for points in lines.values() for size, _ in points]
    costs = [cost for points in lines.values() for _, cost in points]
    x = scale(min(sizes), max(sizes), LEFT, WIDTH - RIGHT)
    y = scale(10 ** math.floor(math.log10(min(costs))), 10 ** math.ceil(math.log10(max(costs) * 1.0001)), HEIGHT - BOTTOM, TOP)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
             f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>']
    parts += grid(min(sizes), max(sizes), min(costs), max(costs), x, y)
    parts += [line for index, (name, points) in enumerate(sorted(lines.items()))
              for line in curve(name, sorted(points), titles.get(name, name), COLORS[index % len(COLORS)], x, y)]
    parts += labels(lines, x, y)
    return "\n".join(parts + ["</svg>"]) + "\n"


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


def curve(name, points, title, color, x, y):
    path = " ".join(f"{x(size):.1f},{y(cost):.1f}" for size, cost in points)
    dots = [f'<circle cx="{x(size):.1f}" cy="{y(cost):.1f}" r="3" fill="{color}"><title>{escape(title)}: {cost:g} µs</title></circle>'
            for size, cost in points]
    return [f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>'] + dots


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
