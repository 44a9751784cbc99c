"""Tests of the package with the libraries that it can use: pandas, geopandas, pyarrow, orjson, Shapely, NumPy."""
import datetime
import json
import subprocess
import sys
import tempfile
import unittest

import geopandas
import numpy
import pandas
import pyarrow
import shapely

from test_vicinity import NOW, STUTTGART, CatalogTestCase
from vicinity import Answer, Catalog, QueryError

EVENTS = {"kinds": "event", "during": "any", "limit": 100, "now": NOW}


class LibraryTests(CatalogTestCase):
    def test_frames_have_the_results_and_instants(self):
        answer = self.catalog.search(**EVENTS)
        frame = answer.to_dataframe()
        self.assertEqual(list(frame["id"]), [match["id"] for match in answer])
        self.assertEqual(str(frame["starts"].dt.tz), "UTC")
        for start, match in zip(frame["starts"], answer):
            expected = datetime.datetime.fromisoformat(match["starts"]) if "starts" in match else None
            self.assertEqual(None if pandas.isna(start) else start.to_pydatetime(), expected)
        self.assertEqual(len(Answer({"results": []}).to_dataframe()), 0)

    def test_points_on_a_map(self):
        answer = self.catalog.near(*STUTTGART, limit=10, now=NOW)
        frame = answer.to_geodataframe()
        self.assertIsInstance(frame, geopandas.GeoDataFrame)
        self.assertEqual(frame.crs.to_epsg(), 4326)
        self.assertEqual([(point.x, point.y) for point in frame.geometry], [(each["lon"], each["lat"]) for each in answer])
        self.assertEqual(len(Answer({"results": []}).to_geodataframe()), 0)
        with self.assertRaisesRegex(ValueError, "lat and lon"):
            self.catalog.near(*STUTTGART, fields="id").to_geodataframe()
        same = geopandas.GeoDataFrame.from_features(answer.__geo_interface__["features"])
        self.assertEqual(list(same["name"]), list(frame["name"]))

    def test_arrow(self):
        answer = self.catalog.search(**EVENTS)
        table = answer.to_arrow()
        self.assertEqual(table.schema.field("starts").type, pyarrow.timestamp("us", "UTC"))
        self.assertEqual(table.schema.field("price").type, pyarrow.float64())
        self.assertEqual(table.column("id").to_pylist(), [match["id"] for match in answer])
        self.assertEqual(Answer({"results": []}).to_arrow().num_rows, 0)

    def test_values_of_libraries(self):
        line = shapely.LineString([(9.1829, 48.7758), (9.1837, 48.7849)])
        self.assertIn("routePosition", self.catalog.along(line, "500m", kinds="bar", limit=3, now=NOW)[0])
        area = shapely.box(9.1, 48.7, 9.2, 48.8)
        self.assertGreater(len(self.catalog.search(within=area, kinds="bar", now=NOW)), 5)
        start = pandas.Timestamp("2026-11-27T21:00", tz="Europe/Berlin")
        self.assertEqual(self.catalog.near(*STUTTGART, open=True, now=start),
                         self.catalog.near(numpy.float64(STUTTGART[0]), STUTTGART[1], open=True, now=NOW))

    def test_points_and_reference_systems(self):
        point, area = shapely.Point(STUTTGART[1], STUTTGART[0]), shapely.box(9.1, 48.7, 9.2, 48.8)
        expected = self.catalog.near(*STUTTGART, limit=5, now=NOW)
        for near in (point, numpy.array(STUTTGART), geopandas.GeoSeries([point], crs=4326)[0]):
            self.assertEqual(self.catalog.near(near, limit=5, now=NOW), expected)
        self.assertEqual(self.catalog.search(near=point, limit=5, now=NOW), expected)
        self.assertEqual(self.catalog.meet([point, STUTTGART], limit=1, now=NOW)[0]["id"], expected[0]["id"])
        for wrong in (area, shapely.Point(), object()):
            with self.assertRaises(TypeError):
                self.catalog.near(wrong)
        inside = self.catalog.search(within=area, kinds="bar", now=NOW).to_dicts()
        projected = geopandas.GeoSeries([area], crs=4326).to_crs(25832)
        self.assertEqual(self.catalog.search(within=projected, kinds="bar", now=NOW).to_dicts(), inside)

    def test_missing_values_of_libraries(self):
        for values, message in [
                (pandas.Series([48.7, pandas.NA]), "position 1: lat is <NA>, which is not a number"),
                (pandas.Series([48.7, numpy.nan]), "position 1: lat is nan, which is not from -90 to 90 degrees"),
                (numpy.ma.masked_array([48.7, 48.8], [False, True]), "position 1: lat is None"),
                (numpy.zeros((2, 2)), "position 0: lat is ")]:
            with self.assertRaisesRegex(QueryError, message):
                self.catalog.near_many(values, [9.1, 9.2])
        with self.assertRaisesRegex(QueryError, "position 1: lat is nan"):
            self.catalog.near_many(geopandas.GeoSeries([shapely.Point(9, 48), None], crs=4326))
        frame = pandas.DataFrame({
            "id": ["a", "b"], "kind": "bar", "name": ["A", "B"], "lat": 48.0, "lon": 9.0, "price": [5.0, None],
            "currency": ["EUR", None], "added": [pandas.Timestamp("2026-11-01", tz="UTC"), pandas.NaT]})
        with tempfile.TemporaryDirectory() as folder, Catalog(f"{folder}/own.gpkg", create=True) as catalog:
            catalog.import_(rows=frame.to_dict("records"))
            self.assertEqual([each.get("price") for each in catalog.search()], [5, None])

    def test_near_many_with_arrays(self):
        lats, lons = numpy.linspace(48.7, 48.8, 700), numpy.linspace(9.1, 9.2, 700)
        nearest = self.catalog.near_many(lats, lons, k=2, kinds="bar")
        same = self.catalog.near_many(list(lats), list(lons), k=2, kinds="bar")
        self.assertEqual(nearest.columns, same.columns)
        points = geopandas.GeoSeries(geopandas.points_from_xy(lons, lats), crs=4326)
        self.assertEqual(self.catalog.near_many(points, k=2, kinds="bar").columns, same.columns)
        moved = self.catalog.near_many(points.to_crs(32632), k=2, kinds="bar")
        self.assertLess(max(abs(numpy.subtract(moved.columns["distance"], same.columns["distance"]))), 0.01)
        frame = nearest.to_dataframe()
        self.assertEqual((list(frame.columns), len(frame)), (["position", "id", "distance"], 1400))
        self.assertEqual(list(frame["position"][:4]), [0, 0, 1, 1])
        self.assertEqual(nearest.to_arrow().column("distance").to_pylist(), list(frame["distance"]))
        named = geopandas.GeoDataFrame({"name": [f"p{n}" for n in range(700)]}, geometry=points.values, index=range(700, 0, -1))
        self.assertEqual(self.catalog.near_many(named, k=2, kinds="bar").columns, same.columns)
        joined = frame.join(named.reset_index(), on="position")
        self.assertEqual(list(joined["name"][:3]), ["p0", "p0", "p1"])
        self.assertEqual(list(self.catalog.near_many([], []).to_dataframe().columns), ["position", "id", "distance"])

    def test_a_missing_library_names_its_extra(self):
        program = ("import sys\nfor name in ('pandas', 'geopandas', 'pyarrow'): sys.modules[name] = None\n"
                   "from vicinity import Answer\n"
                   "for convert in ('to_dataframe', 'to_geodataframe', 'to_arrow'):\n"
                   "    try: getattr(Answer({'results': [{'id': 'a'}]}), convert)()\n"
                   "    except ImportError as error: print(error)")
        result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        self.assertEqual(result.stdout.splitlines(), [
            "this needs pandas: pip install 'vicinity[table]'", "this needs pandas: pip install 'vicinity[table]'",
            "this needs pyarrow: pip install 'vicinity[arrow]'"])

    def test_json_without_orjson(self):
        program = ("import sys\nsys.modules['orjson'] = None\nfrom vicinity import Catalog\nimport json\n"
                   f"print(json.dumps(Catalog({self.path!r}).search(limit=3, now={NOW!r}).to_dicts()))")
        result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        self.assertEqual(json.loads(result.stdout), self.catalog.search(limit=3, now=NOW).to_dicts())


if __name__ == "__main__":
    unittest.main()
