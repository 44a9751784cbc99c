"""Tests of the plots: python3 -m unittest discover -s benchmarks"""

import unittest
from xml.etree import ElementTree

import plot

SVG = "{http://www.w3.org/2000/svg}"


def row(listings, name, state, *percentiles):
    return {"listings": listings, "class": name, "state": state, **dict(zip(("p50", "p95", "p99"), percentiles))}


class MixedPlot(unittest.TestCase):
    def setUp(self):
        rows = [
            row(size, name, state, 10 * factor, 50 * factor, 2000 * factor)
            for size in (1000, 10_000)
            for name in ("tags", "a <b>")
            for state, factor in (("warm", 1), ("cold", 30))
        ]
        self.image = ElementTree.fromstring(plot.mixed_plot(rows))

    def test_every_class_and_size_has_its_name(self):
        texts = [text.text for text in self.image.iter(f"{SVG}text")]
        for name in ("tags", "a <b>", "1,000 listings", "10,000 listings"):
            self.assertEqual(texts.count(name), 1, name)

    def test_axes_name_powers_of_ten(self):
        texts = [text.text for text in self.image.iter(f"{SVG}text")]
        for name in ("10 µs", "100 µs", "1 ms", "10 ms", "100 ms"):
            self.assertEqual(texts.count(name), 2, name)

    def test_percentiles_ascend_within_the_image(self):
        groups = list(self.image.iter(f"{SVG}g"))
        self.assertEqual(len(groups), 8)
        for group in groups:
            p50, p95 = (float(disc.get("cx")) for disc in group.iter(f"{SVG}circle"))
            p99 = float(list(group.iter(f"{SVG}line"))[-1].get("x1"))
            self.assertTrue(0 < p50 < p95 < p99 <= plot.WIDTH, (p50, p95, p99))
        self.assertEqual(groups[0].find(f"{SVG}title").text, "tags, warm: p50 10, p95 50, p99 2000 µs")

    def test_durations_have_the_largest_unit_that_fits(self):
        self.assertEqual(
            [plot.duration(power) for power in range(-1, 8)],
            ["0.1 µs", "1 µs", "10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s", "10 s"],
        )


class SizePlot(unittest.TestCase):
    def test_each_class_is_a_line_over_its_sizes(self):
        rows = [row(size, f"kind {n}", "warm", 5 + n) for size in (100, 1000) for n in range(9)]
        image = ElementTree.fromstring(plot.size_plot(rows, {"kind 3": "the third"}))
        lines = list(image.iter(f"{SVG}polyline"))
        self.assertEqual([len(line.get("points").split()) for line in lines], [2] * 9)
        # More lines than colors: dashes distinguish them.
        self.assertEqual(len({(line.get("stroke"), line.get("stroke-dasharray")) for line in lines}), 9)
        titles = [title.text for title in image.iter(f"{SVG}title")]
        self.assertIn("the third: 8 µs", titles)


if __name__ == "__main__":
    unittest.main()
