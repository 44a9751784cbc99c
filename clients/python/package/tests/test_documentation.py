"""Runs the examples in Python of all pages of docs, each page in a folder with the data of datasets/."""
import doctest
import os
import pathlib
import tempfile
import unittest

from test_vicinity import DATASETS

DOCS = pathlib.Path(__file__).resolve().parents[4] / "docs"


class DocumentationTests(unittest.TestCase):
    def test_examples_give_the_shown_output(self):
        folder, datasets = os.getcwd(), DATASETS.resolve()
        self.addCleanup(os.chdir, folder)
        pages = {path: path.read_text(encoding="utf-8") for path in DOCS.rglob("*.md")}
        pages = {path: text for path, text in pages.items() if "\n```python\n" in text}
        self.assertIn(DOCS / "python.md", pages)
        for path, text in pages.items():
            with self.subTest(path.name), tempfile.TemporaryDirectory() as temporary:
                os.symlink(datasets, os.path.join(temporary, "datasets"))
                os.chdir(temporary)
                report = []
                runner = doctest.DocTestRunner(optionflags=doctest.REPORT_NDIFF)
                runner.run(self.examples(text, path), out=report.append)
                os.chdir(folder)
                self.assertFalse(report, "\n" + "".join(report))

    def examples(self, text, path):
        """The examples of a page; a block without any would not be run."""
        blocks = [part.partition("\n```")[0] for part in text.split("\n```python\n")[1:]]
        self.assertTrue(all(block.startswith(">>> ") for block in blocks), path)
        # Fences end the output of an example.
        text = "\n".join("" if line.startswith("```") else line for line in text.split("\n"))
        return doctest.DocTestParser().get_doctest(text, {}, str(path), str(path), 0)


if __name__ == "__main__":
    unittest.main()
