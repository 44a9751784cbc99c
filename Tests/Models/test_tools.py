"""Uses the tools for language models by PyPI's `mcp`, over both transports: `scripts/test-models` runs it."""
import asyncio, json, os, subprocess, unittest

import clients

PROGRAM, ADDRESS, KEY = (os.environ[name] for name in ("VICINITY_PROGRAM", "VICINITY_SERVER", "VICINITY_KEY"))
CATALOG = os.environ["VICINITY_CATALOG"]
NOW = "2026-11-27T21:00:00+01:00"
READING = {"search", "details", "hours", "availability", "plan", "why", "why_not", "suggest"}
HERE = "48.7758,9.1829"


def command(*arguments):
    """The lines that a command answers."""
    run = subprocess.run([PROGRAM, *arguments, "--format", "jsonl"], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


class Tools(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        # It reports slow steps, which mean nothing on a busy machine.
        asyncio.get_running_loop().set_debug(False)

    def transports(self):
        """Each transport in each mode; over HTTP the time is that of the server."""
        for mode, version in clients.modes():
            yield "stdio", lambda: clients.by_command(PROGRAM, "--catalog", CATALOG, "--now", NOW), mode, version
            yield "http", lambda: clients.by_address(ADDRESS, KEY), mode, version

    async def test_each_tool_answers_as_its_schema_says(self):
        for name, transport, mode, version in self.transports():
            async with clients.connected(transport(), mode) as session:
                self.assertEqual(session.version, version)
                tools = await session.tools()
                self.assertEqual(set(tools), READING, name)
                self.assertTrue(all(tool["annotations"]["readOnlyHint"] for tool in tools.values()))
                text, data, failed = await session.call("search", near=HERE, radius="2km", kind=["bar"], limit=5)
                self.assertFalse(failed, text)
                expected = command("near", HERE, "--radius", "2km", "--kind", "bar", "--limit", "5", "--now", NOW)
                self.assertEqual([found["id"] for found in data["results"]], [found["id"] for found in expected])
                first = data["results"][0]["id"]
                self.assertIn(first, text)
                for tool, arguments in {
                    "details": {"id": first}, "hours": {"id": first, "at": "Sa 22:30"}, "availability": {"id": first},
                    "plan": {"near": "46.5446,24.5620", "stay": "2026-11-27..2026-11-29"},
                    "why": {"query": {"near": HERE, "limit": 3}}, "suggest": {"text": "jaz"},
                    "why_not": {"id": first, "query": {"near": HERE, "kind": "couch"}},
                }.items():
                    text, data, failed = await session.call(tool, **arguments)
                    self.assertFalse(failed, f"{name}, {tool}: {text}")
                    self.assertTrue(text and data, tool)

    async def test_pages_follow_one_another(self):
        for _, transport, mode, _ in self.transports():
            async with clients.connected(transport(), mode) as session:
                found, after = [], {}
                for _ in range(3):
                    _, data, _ = await session.call("search", near=HERE, kind="bar", limit=4, **after)
                    found += [result["id"] for result in data["results"]]
                    after = {"after": data["next"]}
                expected = command("near", HERE, "--kind", "bar", "--limit", "12", "--now", NOW)
                self.assertEqual(found, [result["id"] for result in expected])

    async def test_a_model_can_correct_what_it_got_wrong(self):
        for name, transport, mode, _ in self.transports():
            async with clients.connected(transport(), mode) as session:
                for arguments, words in [
                    ({"naer": HERE}, "did you mean near?"), ({"near": HERE, "open": "sometime soon"}, "is not a time"),
                    ({"near": HERE, "limit": 1000}, "limit"), ({"near": "91,9"}, "near"),
                ]:
                    text, data, failed = await session.call("search", **arguments)
                    self.assertTrue(failed and data is None, f"{name}: {text}")
                    self.assertIn(words, text)
                text, _, failed = await session.call("details", id="stuttgart-brenglas")
                self.assertTrue(failed and "stuttgart-brennglas" in text, text)
                self.assertFalse((await session.call("search", near=HERE))[2])

    async def test_listings_are_resources(self):
        for _, transport, mode, _ in self.transports():
            async with clients.connected(transport(), mode) as session:
                self.assertEqual(await session.templates(), ["vicinity://listing/{id}"])
                listing = json.loads(await session.read("vicinity://listing/stuttgart-brennglas"))
                self.assertEqual(listing["name"], "Brennglas")

    async def test_a_key_changes_nothing_without_a_member(self):
        for mode, _ in clients.modes():
            async with clients.connected(clients.by_address(ADDRESS, KEY), mode) as session:
                self.assertEqual(set(await session.tools()), READING)
                with self.assertRaisesRegex(Exception, "name one in the address, /mcp.caller=NAME"):
                    await session.call("add_favorite", id="stuttgart-brennglas")
                self.assertFalse((await session.call("search", near=HERE))[2])

    async def test_changes_need_a_member_and_permission(self):
        for mode, _ in clients.modes():
            # Each release and way is another guest of the same catalog.
            guest = f"guest-{mode}-{clients.HAS_NEWEST}"
            options = "--catalog", CATALOG, "--now", NOW, "--member", guest
            async with clients.connected(clients.by_command(PROGRAM, *options), mode) as session:
                self.assertEqual(set(await session.tools()), READING | {"my_bookings"})
            async with clients.connected(clients.by_command(PROGRAM, *options, "--allow-writes"), mode) as session:
                self.assertIn("book", await session.tools())
                couch = (await session.call("search", stay="2027-03-01..2027-03-04", limit=1))[1]["results"][0]["id"]
                _, booked, _ = await session.call("book", id=couch, **{"from": "2027-03-01", "to": "2027-03-04", "key": mode})
                self.assertEqual(booked["status"], "requested")
                text, _, failed = await session.call("book", id=couch, **{"from": "2027-03-01", "to": "2027-03-04"})
                self.assertTrue(failed and "unavailable" in text, text)
                _, own, _ = await session.call("my_bookings")
                self.assertEqual([booking["id"] for booking in own["bookings"]], [booked["booking"]])
                _, cancelled, _ = await session.call("cancel_booking", id=booked["booking"])
                self.assertEqual(cancelled["status"], "cancelled")
                _, favorite, _ = await session.call("add_favorite", id="stuttgart-brennglas")
                self.assertEqual(favorite["status"], "added")


if __name__ == "__main__":
    unittest.main()
