"""Tests of vicinity_client.py against a running server with the listings of datasets/.

    VICINITY_SERVER=http://127.0.0.1:8080 VICINITY_KEY=vic_… VICINITY_MAIL=catalog.mail \\
      python3 -m unittest -v test_vicinity_client

The key needs the scope admin; VICINITY_MAIL is the folder of the server's emails. Listings that the tests make have ids
that begin with `client-py-`, and are removed, as are the members.
Retries, failures of the network and connections are tested with a small server of the tests' own.
"""
import contextlib
import datetime
import email
import glob
import http.server
import itertools
import json
import os
import re
import secrets
import socket
import sys
import threading
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from vicinity_client import Client, VicinityError  # noqa: E402

ADDRESS = os.environ.get("VICINITY_SERVER", "")
KEY = os.environ.get("VICINITY_KEY", "")
MAIL = os.environ.get("VICINITY_MAIL", "")
DATASETS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "datasets")
NOW = "2026-11-27T21:00:00+01:00"
STUTTGART = (48.7758, 9.1829)
BAR = "stuttgart-brennglas"
COUCH = "budapest-duna-part"
EVERYTHING = {"kind": ["bar", "event", "couch"], "during": "any"}
SOURCE = "client-py"


def setUpModule():
    if not ADDRESS or not KEY or not MAIL:
        raise RuntimeError(
            "VICINITY_SERVER, VICINITY_KEY and VICINITY_MAIL are not set: start a server with the listings of "
            "datasets/, and set its address, a key with the scope admin, and the folder of its emails; "
            "scripts/test-server does this")


class RecordingClient(Client):
    """Notes the status of each answer."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.statuses = []

    def _exchange(self, *arguments):
        reply = super()._exchange(*arguments)
        self.statuses.append(reply.status)
        return reply


def listing(number):
    return {
        "id": f"client-py-{number}", "kind": "bar", "name": f"Tést {number}", "lat": 10 + number / 1000, "lon": 170.5,
        "timezone": "Etc/UTC", "tags": ["client-py"]}


def uploads():
    return [thread for thread in threading.enumerate() if thread.name == "vicinity-upload"]


def wait_until(condition, seconds=5):
    """Whether a condition holds in time. It is not checked again once it has held: it may hold only for a moment."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


class ClientTestCase(unittest.TestCase):
    def connect(self, address, *arguments, **options):
        """A client that is closed after the test."""
        client = RecordingClient(address, *arguments, **options)
        self.addCleanup(client.close)
        return client


class ServerTestCase(ClientTestCase):
    def setUp(self):
        self.client = self.connect(ADDRESS, KEY)

    @contextlib.contextmanager
    def fails(self, status, code):
        with self.assertRaises(VicinityError) as caught:
            yield caught
        self.assertEqual((caught.exception.status, caught.exception.code), (status, code), caught.exception.detail)

    def remove_own(self):
        for own in [listing["id"] for listing in self.client.export() if listing["id"].startswith("client-py-")]:
            self.client.delete(own, if_match="*")


class SearchTests(ServerTestCase):
    def test_near_with_filters(self):
        answer = self.client.near(*STUTTGART, radius="300m", open=True, now=NOW, fields=["id", "distance"], total=True)
        ids = [result["id"] for result in answer["results"]]
        self.assertEqual(ids, ["stuttgart-charlotte-trinkt", "stuttgart-brennglas", "stuttgart-rosenstock"])
        self.assertEqual(answer["total"], 3)
        self.assertAlmostEqual(answer["results"][0]["distance"], 92.477)
        self.assertEqual(set(answer["results"][0]), {"id", "distance"})

    def test_near_maps_names_and_values(self):
        answer = self.client.near(
            *STUTTGART, any_tag=["cocktails", "craft-beer"], max_price=6, relax=False, host=None, limit=50)
        self.assertGreater(len(answer["results"]), 3)
        for result in answer["results"]:
            self.assertLessEqual(result["price"], 6)
            self.assertTrue({"cocktails", "craft-beer"} & set(result["tags"]))

    def test_near_with_spans_boxes_and_weights(self):
        couches = self.client.near(kind="couch", nights=2, between=("2026-12-01", "2026-12-20"), bbox=[19, 47, 20, 48])
        self.assertTrue(couches["results"])
        self.assertTrue(all("windows" in couch for couch in couches["results"]))
        stay = self.client.near(stay=("2026-12-01", "2026-12-03"), guests=2, limit=100)
        self.assertTrue(all(couch["guests"] >= 2 for couch in stay["results"]))
        weights = {"words": 0.6, "distance": 0.3}
        best = self.client.near(*STUTTGART, text="jazz", weights=weights, fields=["id", "score"])
        self.assertIn("score", best["results"][0])

    def test_near_in_other_formats(self):
        collection = self.client.near(*STUTTGART, limit=2, f="geojson")
        self.assertEqual([feature["type"] for feature in collection["features"]], ["Feature", "Feature"])
        self.assertEqual(len(self.client.near(*STUTTGART, limit=2, f="csv").splitlines()), 3)

    def test_near_a_place_that_does_not_exist(self):
        with self.assertRaises(VicinityError) as caught:
            self.client.near(place="Qwertzuiopolis")
        self.assertIn(caught.exception.code, ["no-gazetteer", "unknown-place"])
        self.assertEqual(caught.exception.status, 404)

    def test_values_that_cannot_be_sent(self):
        with self.assertRaises(ValueError):
            self.client.near(48.7)
        with self.assertRaises(ValueError):
            self.client.near(*STUTTGART, place="Stuttgart")
        with self.assertRaises(ValueError):
            self.client.near(tag=["a,b"])
        with self.assertRaises(ValueError):
            self.client.get("..")
        with self.assertRaises(ValueError):
            Client("127.0.0.1:8080")

    def test_errors_have_what_problem_details_say(self):
        with self.fails(400, "unknown-parameter") as caught:
            self.client.near(max_pric=3)
        self.assertEqual((caught.exception.parameter, caught.exception.suggestion), ("max-pric", "max-price"))
        with self.fails(400, "wrong-type") as caught:
            self.client.query({"tags": {"any": ["a", 3]}})
        self.assertEqual(caught.exception.pointer, "/tags/any/1")
        with self.fails(400, "limit") as caught:
            self.client.near(limit=100_000)
        self.assertEqual(caught.exception.limit["name"], "max-limit")
        self.assertEqual(caught.exception.limit["value"], self.client.limits()["max-limit"])
        with self.fails(401, "unauthorized"):
            self.connect(ADDRESS, "vic_wrong").near()

    def test_query(self):
        answer = self.client.query({"near": {"lat": 48.7758, "lon": 9.1829}, "limit": 2, "kinds": "bar"})
        self.assertEqual(len(answer["results"]), 2)
        self.assertIn("next", answer)

    def test_all_pages_have_each_listing_once(self):
        exported = sorted(listing["id"] for listing in self.client.export())
        near = [result["id"] for result in self.client.near_all(**EVERYTHING, limit=7, fields=["id"])]
        self.assertEqual(sorted(near), exported)
        query = {"kinds": ["bar", "event", "couch"], "during": "any", "limit": 10, "sort": "-rating", "fields": ["id"]}
        asked = [result["id"] for result in self.client.query_all(query)]
        self.assertEqual(sorted(asked), exported)

    def test_pages_are_requested_when_they_are_needed(self):
        results = self.client.near_all(**EVERYTHING, limit=5)
        self.assertEqual(len(list(itertools.islice(results, 6))), 6)
        self.assertEqual(len(self.client.statuses), 2)
        self.assertEqual(list(self.client.near_all(limit=0)), [])

    def test_suggest(self):
        completions = self.client.suggest("jaz", *STUTTGART, limit=5)
        self.assertIn("jazz", [completion["text"] for completion in completions])

    def test_plan(self):
        plan = {"near": {"lat": 46.5446, "lon": 24.562}, "stay": {"from": "2026-12-18", "to": "2026-12-20"}, "limit": 2}
        outings = self.client.plan(plan)
        self.assertEqual(len(outings), 2)
        self.assertTrue({"couch", "event", "bar", "score"} <= set(outings[0]))
        with self.fails(400, "unknown-key"):
            self.client.plan({**plan, "lim": 2})

    def test_why_and_why_not(self):
        query = {"near": {"lat": 48.7758, "lon": 9.1829}, "limit": 2, "kinds": "bar"}
        self.assertEqual([reason["rank"] for reason in self.client.why(query)], [1, 2])
        verdict = self.client.why_not(BAR, {**query, "radius": 100})
        self.assertFalse(verdict["inAnswer"])
        self.assertIn("radius", [finding["filter"] for finding in verdict["findings"] if not finding["passed"]])
        with self.fails(404, "unknown-listing"):
            self.client.why_not("no such / listing", query)

    def test_geocode_and_zone(self):
        try:
            places = self.client.geocode("Stuttgart", limit=3)
        except VicinityError as error:
            self.assertEqual((error.status, error.code), (404, "no-gazetteer"))
            with self.fails(404, "no-gazetteer"):
                self.client.zone(*STUTTGART)
        else:
            self.assertIn("Stuttgart", json.dumps(places))
            self.assertIn("Europe/Berlin", json.dumps(self.client.zone(*STUTTGART)))
        with self.fails(400, "missing"):
            self.client._call("GET", "/v1/geocode")


class BatchTests(ServerTestCase):
    def test_answers_come_in_order_with_errors_in_place(self):
        lines = []
        for number in range(5000):
            if number % 97 == 0:
                lines.append("{ no json" if number % 2 else {"id": f"q{number}", "limt": 1})
            else:
                query = {"id": f"q{number}", "near": {"lat": 48.7 + number / 1e5, "lon": 9.18}, "limit": 2}
                lines.append(query if number % 3 else json.dumps(query))
        answers = list(self.client.batch(iter(lines)))
        self.assertEqual(len(answers), 5000)
        for number, answer in enumerate(answers):
            if number % 97 == 0:
                self.assertIsInstance(answer, VicinityError)
                expected = ("not-json", None) if number % 2 else ("unknown-key", f"q{number}")
                self.assertEqual((answer.code, answer.id), expected)
                self.assertEqual(answer.line, number + 1)
                self.assertIsNone(answer.status)
            else:
                self.assertEqual((answer["id"], len(answer["results"])), (f"q{number}", 2))

    def test_a_query_may_depend_on_earlier_answers(self):
        received = []

        def walk():
            yield {"id": "0", "limit": 1, "near": {"lat": 48.7758, "lon": 9.1829}, "kinds": "bar"}
            for number in range(1, 4):
                self.assertTrue(wait_until(lambda: len(received) == number))
                last = received[-1]["results"][0]
                yield {"id": str(number), "limit": 1, "near": {"lat": last["lat"], "lon": last["lon"]}, "kinds": "bar"}

        for answer in self.client.batch(walk()):
            received.append(answer)
        self.assertEqual([answer["id"] for answer in received], ["0", "1", "2", "3"])
        self.assertEqual(received[1]["results"][0]["distance"], 0)

    def test_a_batch_without_end_can_be_stopped(self):
        asked = itertools.count()
        # Ids that cannot be compressed, so that answers fill the buffers of the connection.
        answers = self.client.batch(
            {"id": f"{number} {os.urandom(400).hex()}", "limit": 20} for number in asked)
        first = list(itertools.islice(answers, 10))
        self.assertEqual([answer["id"].split()[0] for answer in first], [str(number) for number in range(10)])

        def is_held_up():
            before = next(asked)
            time.sleep(0.5)
            return next(asked) == before + 1

        # Answers that are not read block the queries.
        self.assertTrue(wait_until(is_held_up, 120))
        answers.close()
        self.assertTrue(wait_until(lambda: not uploads()))
        self.assertEqual(self.client.near(limit=1, kind="bar")["results"][0]["kind"], "bar")

    def test_an_iterable_that_fails(self):
        def failing():
            yield {"id": "0", "limit": 1}
            raise LookupError("no more")

        received = []
        with self.assertRaisesRegex(LookupError, "no more"):
            for answer in self.client.batch(failing()):
                received.append(answer)
        self.assertLessEqual(len(received), 1)
        self.assertTrue(wait_until(lambda: not uploads()))
        with self.assertRaises(ValueError):
            list(self.client.batch(["{}\n{}"]))

    def test_plans_suggestions_and_nothing(self):
        plan = {"near": {"lat": 46.5446, "lon": 24.562}, "stay": {"from": "2026-12-18", "to": "2026-12-20"}}
        answers = list(self.client.batch([{"id": "p", "plan": plan}, "", {"suggest": {"text": "jaz"}}]))
        self.assertEqual(len(answers), 2)
        self.assertTrue(answers[0]["outings"])
        self.assertTrue(answers[1]["completions"])
        self.assertEqual(list(self.client.batch([])), [])

    def test_a_batch_that_is_refused(self):
        lines = ({"id": str(number), "text": "x" * 500} for number in range(100_000))
        with self.fails(401, "unauthorized"):
            list(self.connect(ADDRESS, "vic_wrong").batch(lines))
        self.assertTrue(wait_until(lambda: not uploads()))


class ListingTests(ServerTestCase):
    def setUp(self):
        super().setUp()
        self.remove_own()
        self.addCleanup(self.remove_own)

    def test_get(self):
        value, etag = self.client.get(BAR)
        self.assertEqual((value["id"], value["name"]), (BAR, "Brennglas"))
        self.assertTrue(etag.startswith('"'))
        with self.fails(404, "unknown-listing"):
            self.client.get("no such / listing")

    def test_put_patch_and_delete(self):
        id = "client-py-1/ä ?#"
        form = {**listing(1), "id": id}
        made = self.client.put(id, form)
        self.assertEqual(made.value["name"], "Tést 1")
        self.assertEqual(self.client.get(id), made)
        with self.fails(428, "precondition-required"):
            self.client.put(id, form)

        patched = self.client.patch(id, {"price": 12, "tags": None}, if_match=made.etag)
        self.assertEqual(patched.value["price"], 12)
        self.assertNotIn("tags", patched.value)
        self.assertNotEqual(patched.etag, made.etag)
        self.assertEqual(self.client.get(id), patched)

        replaced = self.client.put(id, {**form, "name": "Other"}, if_match=patched.etag)
        self.assertEqual(replaced.value["name"], "Other")
        self.assertNotIn("price", replaced.value)
        self.client.delete(id, if_match=replaced.etag)
        with self.fails(404, "unknown-listing"):
            self.client.get(id)

    def test_changes_in_the_meantime(self):
        made = self.client.put("client-py-2", listing(2))
        patched = self.client.patch("client-py-2", {"price": 1}, if_match=made.etag)
        with self.fails(412, "changed-meanwhile"):
            self.client.patch("client-py-2", {"price": 2}, if_match=made.etag)
        with self.fails(412, "changed-meanwhile"):
            self.client.put("client-py-2", listing(2), if_match=made.etag)
        with self.fails(412, "changed-meanwhile"):
            self.client.delete("client-py-2", if_match=made.etag)
        self.assertEqual(self.client.get("client-py-2"), patched)

    def test_changes_need_a_key(self):
        with self.fails(401, "unauthorized"):
            self.connect(ADDRESS).put("client-py-3", listing(3))

    def test_import(self):
        for compress in (False, True):
            report = self.client.import_listings(map(listing, range(1000)), SOURCE, compress=compress)
            self.assertEqual((report["rows"], report["added"]), (1000, 0 if compress else 1000))
        self.assertEqual(self.client.near(tag="client-py", limit=0, total=True)["total"], 1000)
        report = self.client.import_listings([json.dumps(listing(7))], SOURCE, replace_source=True)
        self.assertEqual((report["unchanged"], report["removed"]), (1, 999))
        self.assertEqual(self.client.near(tag="client-py", limit=0, total=True)["total"], 1)

    def test_an_import_takes_listings_over_on_request(self):
        self.client.import_listings([listing(1)], SOURCE)
        changed = listing(1) | {"name": "Another"}
        with self.fails(400, "row-rejected"):
            self.client.import_listings([changed], SOURCE + "-2")
        self.client.import_listings([changed], SOURCE + "-2", take_over=True)
        self.assertEqual(self.client.get("client-py-1").value["name"], "Another")

    def test_an_import_that_fails_changes_nothing(self):
        with self.fails(400, "row-rejected") as caught:
            self.client.import_listings([listing(1), {"id": "client-py-bad"}, listing(2)], SOURCE)
        self.assertIn(":2:", caught.exception.detail)

        def failing():
            yield from map(listing, range(3000))
            raise LookupError("no more")

        for compress in (False, True):
            with self.assertRaisesRegex(LookupError, "no more"):
                self.client.import_listings(failing(), SOURCE, compress=compress)
        with self.fails(400, "empty-file"):
            self.client.import_listings([], SOURCE)
        with self.fails(401, "unauthorized"):
            self.connect(ADDRESS, "vic_wrong").import_listings(map(listing, range(50_000)), SOURCE)
        time.sleep(0.5)
        self.assertEqual(self.client.near(tag="client-py", limit=0, total=True)["total"], 0)

    def test_export(self):
        exported = list(self.client.export())
        ids = [listing["id"] for listing in exported]
        self.assertEqual(len(set(ids)), len(ids))
        shipped = set()
        for kind in ("bars", "events", "couches"):
            for path in glob.glob(os.path.join(DATASETS, f"*-{kind}.jsonl")):
                with open(path, encoding="utf-8") as file:
                    shipped.update(json.loads(line)["id"] for line in file)
        self.assertGreater(len(shipped), 100)
        self.assertEqual(shipped - set(ids), set())
        with self.fails(401, "unauthorized"):
            list(self.connect(ADDRESS).export())

    def test_availability(self):
        free = self.client.availability(COUCH, stay=("2026-12-01", "2026-12-05"), guests=1)
        self.assertTrue(free["available"])
        self.assertFalse(self.client.availability(COUCH, stay=("2026-11-28", "2026-11-29"))["available"])
        self.assertIn("available", self.client.availability(BAR, open=True))
        with self.fails(409, "unsuitable"):
            self.client.availability(BAR, stay="tonight")
        with self.fails(400, "missing"):
            self.client.availability(BAR)

    def test_calendar(self):
        text = self.client.calendar(COUCH)
        self.assertTrue(text.startswith("BEGIN:VCALENDAR"))
        self.assertIn("20261224", text)

    def test_areas(self):
        for area in self.client.areas():
            self.assertEqual(self.client.area(area["name"]).value["type"], "Feature")
        with self.fails(404, "unknown-area"):
            self.client.area("client-py / no such")


class FeatureTests(ServerTestCase):
    def test_pages_of_features_have_each_listing_once(self):
        found = []
        for collection in ("bars", "events", "couches"):
            pages = list(self.client.features(collection, limit=20))
            ids = [feature["id"] for page in pages for feature in page["features"]]
            self.assertEqual(len(ids), pages[0]["numberMatched"])
            self.assertEqual(len(pages), -(-len(ids) // 20))
            found += ids
        self.assertEqual(sorted(found), sorted(listing["id"] for listing in self.client.export()))

    def test_filters(self):
        pages = list(self.client.features("bars", bbox=[9, 48, 10, 49], filter="rating >= 4.5", limit=5))
        features = [feature for page in pages for feature in page["features"]]
        self.assertGreater(len(features), 5)
        self.assertTrue(all(feature["properties"]["rating"] >= 4.5 for feature in features))
        with self.fails(400, "bad-filter"):
            list(self.client.features("bars", filter="rating >="))
        with self.fails(404, "unknown-collection"):
            list(self.client.features("cafes"))

    def test_feature(self):
        self.assertEqual(self.client.feature("bars", BAR)["id"], BAR)


class MemberTests(ServerTestCase):
    PASSWORD = "three words or more"

    def sign_up(self, name):
        """A client in which a new member is signed in. The account is deleted after the test."""
        client = self.connect(ADDRESS, timeout=120)
        address = f"{name}@example.org"
        client.add_account({"name": name, "mail": address, "password": self.PASSWORD})
        self.assertTrue(wait_until(lambda: self.mailed_code(address), 60), f"no email to {address} in {MAIL}")
        client.add_email_confirmation({"code": self.mailed_code(address)})
        self.assertEqual(client.sign_in(name, self.PASSWORD)["member"]["name"], name)
        self.addCleanup(client.delete_me, {"password": self.PASSWORD})
        return client

    @staticmethod
    def mailed_code(address):
        for path in glob.glob(os.path.join(MAIL, "*.eml")):
            with open(path, encoding="utf-8") as file:
                message = email.message_from_file(file)
            if address in message["To"]:
                text = message.get_payload(decode=True).decode("utf-8")
                return re.search(r"[A-Za-z0-9_-]{40,}", text)[0]
        return None

    def test_members_book_and_write(self):
        run = secrets.token_hex(4)
        couch = f"client-py-couch-{run}"
        host, guest = self.sign_up(f"host-{run}"), self.sign_up(f"guest-{run}")
        attic = {"kind": "couch", "name": "Attic", "lat": 10.5, "lon": 170.5, "timezone": "Etc/UTC", "guests": 2}
        host.put(couch, attic)
        arrival = datetime.date.today() + datetime.timedelta(30)
        departure = arrival + datetime.timedelta(2)
        self.assertTrue(guest.nights(couch, from_=arrival, to=departure)["nights"][0]["free"])

        stay = {"from": arrival.isoformat(), "to": departure.isoformat(), "guests": 1}
        booking = guest.add_booking(couch, stay, idempotency_key=run)
        self.assertEqual(guest.add_booking(couch, stay, idempotency_key=run), booking)
        self.assertEqual([request["id"] for request in host.my_hosting()["requests"]], [booking["id"]])
        self.assertEqual(host.confirm_booking(booking["id"])["status"], "confirmed")
        self.assertEqual([(stay["id"], stay["status"]) for stay in guest.my_bookings()], [(booking["id"], "confirmed")])
        self.assertFalse(guest.nights(couch, from_=arrival, to=departure)["nights"][0]["free"])

        conversation = host.conversations()["conversations"][0]["id"]
        host.add_conversation_message(conversation, {"text": "Welcome!"}, idempotency_key=run)
        self.assertGreater(guest.conversations()["conversations"][0]["unread"], 0)
        messages = guest.conversation_messages(conversation, limit=1)
        self.assertEqual([message.get("text") for message in messages], ["Welcome!"])
        self.assertIsNone(guest.read_conversation(conversation, {"number": messages[0]["number"]}))
        self.assertEqual(guest.conversation(conversation)["unread"], 0)
        self.assertIn("confirmed", [change.get("what") for change in guest.changes(after=0)["changes"]])

        token = guest.sign_in(f"guest-{run}", self.PASSWORD, keep=True)["token"]
        self.assertEqual(self.connect(ADDRESS, token).me(), guest.me())
        with self.fails(403, "not-host"):
            guest.bookings(couch)
        self.assertEqual(guest.cancel_booking(booking["id"])["status"], "cancelled")
        host.delete(couch, if_match="*")

    def test_members_need_a_session(self):
        with self.fails(401, "unauthorized"):
            self.connect(ADDRESS).me()


class OperationTests(ServerTestCase):
    def test_operations(self):
        self.assertEqual(self.client.health(), {"status": "ok"})
        self.assertEqual(self.client.ready(), {"status": "ready"})
        self.assertEqual(self.client.version()["interface"], "v1")
        self.assertGreater(self.client.limits()["max-limit"], 0)

    def test_cached_answers_are_used_while_nothing_changes(self):
        first = self.client.get(BAR)
        first.value["name"] = "changed here"
        second = self.client.get(BAR)
        self.assertEqual(self.client.statuses, [200, 304])
        self.assertEqual((second.value["name"], second.etag), ("Brennglas", first.etag))

        completions = self.client.suggest("jaz")
        # A node of a cluster may still be receiving the changes of other tests.
        for _ in range(50):
            self.client.statuses.clear()
            self.assertEqual(self.client.suggest("jaz"), completions)
            if self.client.statuses == [304]:
                break
            time.sleep(0.1)
        self.client.put("client-py-9", listing(9))
        self.client.delete("client-py-9", if_match="*")
        self.assertEqual(self.client.suggest("jaz"), completions)
        self.assertEqual(self.client.statuses, [304, 201, 204, 200])

    def test_no_answer_is_stored_without_a_cache(self):
        client = self.connect(ADDRESS, KEY, cache=0)
        self.assertEqual(client.get(BAR), client.get(BAR))
        self.assertEqual(client.statuses, [200, 200])

    def test_several_threads(self):
        found = []

        def ask():
            found.extend(result["id"] for result in self.client.near_all(*STUTTGART, limit=10, radius=1000, kind="bar"))

        threads = [threading.Thread(target=ask) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        expected = self.client.near(*STUTTGART, radius=1000, kind="bar", limit=1000)["results"]
        self.assertEqual(sorted(found), sorted([result["id"] for result in expected] * 8))


class FakeServer:
    """Answers requests with the answers of a test, one after the other; the last answer is repeated.

    An answer is the status, header fields and the body; an exception closes the connection instead.
    """

    def __init__(self, *answers):
        self.requests = []
        self.connections = 0
        self.hung_up = threading.Event()
        fake = self
        rest = list(answers)

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def setup(self):
                super().setup()
                fake.connections += 1

            def answer(self):
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                fake.requests.append((self.command, self.path, dict(self.headers)))
                answer = rest.pop(0) if len(rest) > 1 else rest[0]
                if callable(answer):
                    answer(self)
                    return
                status, fields, body = answer
                self.send_response(status)
                for name, value in fields.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.01,))

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


def problem(status, code, **more):
    body = json.dumps({"status": status, "code": code, "detail": "words", **more}).encode()
    fields = {"Content-Type": "application/problem+json"}
    if "retryAfter" in more:
        fields["Retry-After"] = str(more["retryAfter"])
    return status, fields, body


FOUND = (200, {"Content-Type": "application/json"}, b'{"results":[]}')


class FailureTests(ClientTestCase):
    def assert_fails(self, action, status, code):
        with self.assertRaises(VicinityError) as caught:
            action()
        self.assertEqual((caught.exception.status, caught.exception.code), (status, code))
        return caught.exception

    def test_requests_that_change_nothing_are_retried_after_the_named_time(self):
        for ask in (lambda client: client.near(limit=1), lambda client: client.query({"limit": 1})):
            with FakeServer(problem(429, "limit", retryAfter=1), problem(503, "busy", retryAfter=0), FOUND) as fake:
                started = time.monotonic()
                self.assertEqual(ask(self.connect(fake.address)), {"results": []})
                self.assertGreaterEqual(time.monotonic() - started, 1)
                self.assertEqual(len(fake.requests), 3)

    def test_retries_end(self):
        with FakeServer(problem(429, "limit", retryAfter=0)) as fake:
            error = self.assert_fails(lambda: self.connect(fake.address, retries=3).near(), 429, "limit")
            self.assertEqual(error.retry_after, 0)
            self.assertEqual(len(fake.requests), 4)

    def test_a_long_wait_prevents_a_retry(self):
        with FakeServer(problem(503, "busy", retryAfter=3600)) as fake:
            self.assertEqual(self.assert_fails(self.connect(fake.address).near, 503, "busy").retry_after, 3600)
            self.assertEqual(len(fake.requests), 1)

    def test_changes_and_readiness_are_not_retried(self):
        changes = [
            lambda client: client.put("a", {}), lambda client: client.patch("a", {}, if_match="*"),
            lambda client: client.delete("a", if_match="*"), lambda client: client.import_listings(["{}"], "s"),
            lambda client: list(client.batch(["{}"])), lambda client: client.ready(),
        ]
        for change in changes:
            with FakeServer(problem(503, "busy", retryAfter=0)) as fake:
                self.assert_fails(lambda: change(self.connect(fake.address)), 503, "busy")
                self.assertEqual(len(fake.requests), 1)

    def test_an_export_is_retried(self):
        lines = (200, {"Content-Type": "application/x-ndjson"}, b'{"id":"a"}\n{"id":"b"}\n')
        with FakeServer(problem(429, "limit", retryAfter=0), lines) as fake:
            self.assertEqual([listing["id"] for listing in self.connect(fake.address, "k").export()], ["a", "b"])

    def test_answers_that_do_not_come_from_the_server_itself(self):
        with FakeServer((502, {"Content-Type": "text/html"}, b"<h1>Bad\n Gateway</h1>")) as fake:
            error = self.assert_fails(self.connect(fake.address).near, 502, "http-502")
            self.assertIn("<h1>Bad Gateway</h1>", error.detail)
        with FakeServer((301, {"Location": "http://elsewhere.example/"}, b"")) as fake:
            self.assertIn("elsewhere", self.assert_fails(self.connect(fake.address).near, 301, "http-301").detail)
        with FakeServer((200, {"Content-Type": "application/json"}, b"{")) as fake:
            self.assert_fails(self.connect(fake.address).near, 200, "bad-answer")

    def test_failures_of_the_network(self):
        with socket.socket() as unused:
            unused.bind(("127.0.0.1", 0))
            port = unused.getsockname()[1]
        client = self.connect(f"http://127.0.0.1:{port}")
        self.assert_fails(client.near, None, "network")
        self.assert_fails(lambda: list(client.batch(["{}"])), None, "network")
        with FakeServer(lambda handler: time.sleep(1)) as fake:
            client = self.connect(fake.address, timeout=0.2)
            self.assert_fails(client.near, None, "timeout")
            self.assert_fails(lambda: list(client.batch(["{}"])), None, "timeout")

    def test_a_stream_that_is_cut_off(self):
        def break_off(handler):
            handler.send_response(200)
            handler.send_header("Transfer-Encoding", "chunked")
            handler.end_headers()
            handler.wfile.write(b'9\r\n{"id":1}\n\r\n9\r\n{"id"')
            handler.close_connection = True

        with FakeServer(break_off) as fake:
            answers = self.connect(fake.address).batch(["{}", "{}"])
            self.assertEqual(next(answers), {"id": 1})
            self.assert_fails(lambda: next(answers), None, "network")

    def test_stopping_a_batch_closes_the_connection(self):
        ended = threading.Event()

        def trickle(handler):
            handler.send_response(200)
            handler.send_header("Transfer-Encoding", "chunked")
            handler.end_headers()
            handler.wfile.write(b'9\r\n{"id":1}\n\r\n')
            handler.wfile.flush()
            while handler.rfile.read1(1 << 16):
                pass
            ended.set()
            handler.close_connection = True

        with FakeServer(trickle) as fake:
            answers = self.connect(fake.address).batch(itertools.repeat("{}"))
            self.assertEqual(next(answers), {"id": 1})
            self.assertFalse(ended.is_set())
            answers.close()
            self.assertTrue(ended.wait(5))

    def test_connections_are_reused(self):
        with FakeServer(FOUND) as fake, Client(fake.address) as client:
            for _ in range(5):
                client.near()
                client.query({})
            self.assertEqual(fake.connections, 1)

    def test_a_connection_that_the_server_closed(self):
        def hang_up(handler):
            handler.send_response(200)
            handler.send_header("Content-Type", "application/json")
            handler.send_header("Content-Length", "2")
            handler.end_headers()
            handler.wfile.write(b"{}")
            handler.close_connection = True

        with FakeServer(hang_up, hang_up, FOUND) as fake, Client(fake.address) as client:
            client.near()
            time.sleep(0.1)
            client.near()
            time.sleep(0.1)
            client._send("PUT", "/v1/listings/a", body=b"{}")
            self.assertEqual((len(fake.requests), fake.connections), (3, 3))

    def test_what_is_sent(self):
        with FakeServer(FOUND) as fake:
            client = self.connect(fake.address + "/base/", "secret")
            client.near(1.5, -2, radius=100, any_tag=["a", "b c"], open=True, partly=True)
            method, path, fields = fake.requests[0]
            self.assertEqual(method, "GET")
            self.assertEqual(path, "/base/v1/near?near=1.5,-2&radius=100&any-tag=a,b%20c&open=now&partly=true")
            self.assertEqual(fields["Authorization"], "Bearer secret")
            self.assertEqual(fields["Accept-Encoding"], "gzip")

    def test_the_cache_is_bounded(self):
        tagged = (200, {"Content-Type": "application/json", "ETag": '"1"'}, b'{"results":[]}')
        with FakeServer(tagged) as fake:
            client = self.connect(fake.address, cache=2)
            for limit in (1, 2, 3, 1, 3):
                client.near(limit=limit)
            sent = ["If-None-Match" in fields for _, _, fields in fake.requests]
            self.assertEqual(sent, [False, False, False, False, True])
            self.assertEqual(len(client._cache._replies), 2)


if __name__ == "__main__":
    unittest.main()
