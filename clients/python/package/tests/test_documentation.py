"""Runs the examples of docs/python.md in a folder with the data of datasets/."""
import doctest
import os
import pathlib
import tempfile
import unittest

from test_vicinity import DATASETS

PAGE = pathlib.Path(__file__).resolve().parents[4] / "docs/python.md"


class DocumentationTests(unittest.TestCase):
    def test_examples_give_the_shown_output(self):
        examples = PAGE.read_text(encoding="utf-8").replace("```python\n", "\n").replace("```", "\n")
        test = doctest.DocTestParser().get_doctest(examples, {}, "docs/python.md", str(PAGE), 0)
        self.assertGreater(len(test.examples), 25)
        folder, datasets = os.getcwd(), DATASETS.resolve()
        with tempfile.TemporaryDirectory() as temporary:
            os.symlink(datasets, os.path.join(temporary, "datasets"))
            os.chdir(temporary)
            self.addCleanup(os.chdir, folder)
            report = []
            runner = doctest.DocTestRunner(optionflags=doctest.REPORT_NDIFF)
            runner.run(test, out=report.append)
            self.assertFalse(report, "\n" + "".join(report))
            os.chdir(folder)


if __name__ == "__main__":
    unittest.main()
