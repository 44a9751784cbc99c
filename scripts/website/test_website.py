"""Tests of the checks of the site, and of reading a tutorial from a page. Run by scripts/test."""
import importlib.machinery, importlib.util, os, tempfile, unittest

from .links import Check
from .sources import Sources

HERE = os.path.dirname(os.path.abspath(__file__))


def loaded(name):
    """A script without an extension as a module."""
    loader = importlib.machinery.SourceFileLoader(name.replace("-", "_"), os.path.join(HERE, "..", name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


def written(folder, files):
    for path, text in files.items():
        path = os.path.join(folder, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


class SourcesTests(unittest.TestCase):
    def test_reports_what_readers_would_stumble_over(self):
        page = "\n".join([
            "# One", "", "A page with a paragraph that describes it.", "", "## Part", "## Part", "[a](two.md) [b](#part-1) [c](#none)",
            "![](picture.png) `[d](nowhere.md)` ![What it shows](picture.png) [e](../README.md#here) [f](a/B.html)",
            "```text", "$ near", "```", "```text not run: a reason", "```", "```swift file=A.swift", "```", "```console follow-tutorial", "```",
        ])
        with tempfile.TemporaryDirectory() as folder:
            written(folder, {
                "README.md": "# Readme\n\nThis one is about the project.\n## Here\n", "docs/one.md": page, "docs/lost.md": "# Lost\n", "docs/picture.png": "",
                "docs/navigation.txt": "# Comment\nGuide\n  docs/one.md\n  docs/none.md\n  <nothing>\n",
            })
            self.assertEqual(list(Sources(folder).faults()), [
                "docs/navigation.txt:4: there is no file docs/none.md", "docs/navigation.txt:5: no generated pages have the name <nothing>",
                "docs/navigation.txt: docs/lost.md is missing",
                'docs/one.md:9: no test runs blocks of "text"; write the reason as in: text not run: the configuration of another program',
                "docs/one.md:7: there is no file docs/two.md", "docs/one.md:7: docs/one.md has no heading #none",
                "docs/one.md:8: the picture picture.png has no text for readers who do not see it",
                "docs/one.md:8: a/B.html is only in the site; link to the file that the page is made from",
            ])


class LinksTests(unittest.TestCase):
    def test_reports_links_orphans_and_pages_without_a_title(self):
        page = '<title>{0}</title><meta name="description" content="A description of this page"><p id="a"></p>{1}'
        with tempfile.TemporaryDirectory() as folder:
            written(folder, {
                "index.html": page.format("Start", '<a href="b/two.html#a">1</a><a href="b/two.html#z">2</a><a href="/root.html">3</a><a href="https://a.example">4</a>'),
                "b/two.html": page.format("Two", '<a href="../index.html">1</a><a href="none.html">2</a><img src="../p.png" alt=""><p id="a"></p>'),
                "c.html": "<p>Text</p>", "p.png": "",
            })
            check = Check(folder)
            self.assertEqual(list(check.faults()), [
                "b/two.html: the picture ../p.png has no text", "b/two.html: two elements have the id a", "b/two.html: none.html leads nowhere",
                "c.html: the page has no title", "c.html: the page has no description", "index.html: b/two.html#z leads to no place of the page",
                "index.html: /root.html works only at the root of a server", "c.html: no page links to it",
            ])
            self.assertEqual(check.external, {"https://a.example"})


class TutorialTests(unittest.TestCase):
    follow = loaded("follow-tutorial")

    def test_reads_steps_in_their_order(self):
        page = (
            '<p><a href="../files/a%20b.osm" download>a</a></p><figure class="code file" data-file="x.json"><figcaption>x.json</figcaption>'
            '<pre><code><span class="p">{</span>}\n</code></pre></figure><div class="code follow"><pre><code>'
            '<kbd><span class="prompt">$ </span>cat &lt;&lt; END\n<span class="prompt">&gt; </span>one\n<span class="prompt">&gt; </span>END</kbd>\n'
            '<samp>one\n\n… two</samp>\n<kbd><span class="prompt">$ </span>true</kbd>\n</code></pre></div><div class="code"><pre><code>$ not this</code></pre></div>')
        self.assertEqual([tuple(step) for step in self.follow.steps(page)], [
            ("download", "../files/a%20b.osm"), ("file", "x.json", "{}\n"), ("command", "cat << END\none\nEND", ["one", "", "… two"]), ("command", "true", [""])])

    def test_compares_output_with_omissions(self):
        for printed, shown, isShown in [
            (["a in 0.2 s"], ["a"], True), (["a", "b", "c"], ["a", "…"], True), (["a", "b"], ["…", "b"], True), (["near-1 x"], ["near-… x"], True),
            (["a"], ["b"], False), (["a", "b"], ["a"], False), ([""], [""], True), (["x"], [""], False), ([""], ["…"], True),
        ]:
            self.assertEqual(self.follow.is_shown(printed, shown), isShown, (printed, shown))


if __name__ == "__main__":
    unittest.main()
