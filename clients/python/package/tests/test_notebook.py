"""Runs the notebook. `VICINITY_RECORD=1` writes its outputs; interactive maps are left out, because of their size."""
import os
import pathlib
import re
import unittest

import nbclient
import nbformat

from test_vicinity import DATASETS

NOTEBOOK = pathlib.Path(__file__).resolve().parent.parent / "nearby.ipynb"


class NotebookTests(unittest.TestCase):
    def test_all_cells_run_and_draw_two_maps(self):
        notebook = nbformat.read(NOTEBOOK, as_version=4)
        os.environ["VICINITY_DATASETS"] = str(DATASETS.resolve())
        nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
        outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
        pictures = [output for output in outputs if "image/png" in output.get("data", {})]
        maps = [output for output in outputs if "L_NO_TOUCH" in output.get("data", {}).get("text/html", "")]
        self.assertEqual((len(pictures), len(maps)), (1, 1))
        if os.environ.get("VICINITY_RECORD") == "1":
            self.record(notebook)

    def record(self, notebook):
        for cell in notebook.cells:
            cell.metadata.clear()
            if cell.cell_type == "code":
                cell.outputs = [
                    output for output in cell.outputs if "L_NO_TOUCH" not in output.get("data", {}).get("text/html", "")]
        notebook.metadata = {key: notebook.metadata[key] for key in ("kernelspec", "language_info")}
        notebook.metadata["language_info"] = {"name": "python"}
        nbformat.write(notebook, NOTEBOOK)

    def test_the_file_has_no_paths_of_a_machine(self):
        self.assertIsNone(re.search(r'"/|/(home|root|tmp|work)/', NOTEBOOK.read_text(encoding="utf-8")))


if __name__ == "__main__":
    unittest.main()
