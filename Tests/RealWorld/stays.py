"""Free nights in Antwerp, by the rows of its calendar."""
import collections, csv, io
from datetime import date, timedelta

from .world import GROTE_MARKT, SUMMER, expect, meters, read, same, table


def calendar():
    """By couch and date: whether the night is free, its price in cents, and the least and most nights from it."""
    nights = collections.defaultdict(dict)
    for row in csv.reader(io.StringIO(read("lodging/antwerp_calendar.csv.gz").decode())):
        if row[0] != "listing_id" and row[1] < "2024-09-20":
            price = round(100 * float(row[3].replace("$", "").replace(",", ""))) if row[3] else None
            nights[row[0]][row[1]] = (row[2] == "t", price, int(row[5] or 1), int(row[6] or 1125))
    return nights


ASKED = [("2024-07-12", 2, 2), ("2024-07-05", 1, 1), ("2024-08-10", 7, 4), ("2024-09-06", 3, 6)]


def days_from(first, count):
    """The nights of a stay, and its day of departure."""
    *days, end = [(date.fromisoformat(first) + timedelta(days=n)).isoformat() for n in range(count + 1)]
    return days, end


def free(nights, couches, first, count, guests):
    """The couches that are free for a stay, with its price in cents; None where a night has none."""
    days, _ = days_from(first, count)
    found = {}
    for id, row in couches.items():
        known = [nights[id].get(day) for day in days]
        if None in known or int(row["accommodates"] or 1) < guests:
            continue
        least, most = known[0][2], known[0][3]
        if all(night[0] for night in known) and least <= count <= most:
            prices = [night[1] for night in known]
            found[id] = None if None in prices else sum(prices)
    return found


def stays(world):
    nights = calendar()
    couches = {row["id"]: row for row in table("lodging/antwerp_listings.csv.gz")}
    for first, count, guests in ASKED:
        wanted = free(nights, couches, first, count, guests)
        stay = {"from": first, "to": days_from(first, count)[1], "guests": guests}
        found = world.ids({"kinds": ["couch"], "stay": stay}, SUMMER)
        same(found, wanted, f"{count} nights from {first} for {guests}")
        print(f"  {count} nights from {first} for {guests}: {len(wanted)} of {len(couches)} couches")
    # The price of a stay is the sum of its nights.
    [answer] = world.batch([{
        "kinds": ["couch"], "stay": {"from": "2024-07-12", "to": "2024-07-14", "guests": 2}, "limit": 300, "now": SUMMER,
        "near": {"lat": GROTE_MARKT[0], "lon": GROTE_MARKT[1]}, "fields": ["id", "stayPrice", "distance"],
    }])
    compared = 0
    for match in answer["results"]:
        prices = [nights[match["id"]][day][1] for day in ("2024-07-12", "2024-07-13")]
        if None not in prices and "stayPrice" in match:
            expect(abs(100 * match["stayPrice"] - sum(prices)) < 1, f"{match}: {prices}")
            compared += 1
        row = couches[match["id"]]
        away = meters(GROTE_MARKT, (float(row["latitude"]), float(row["longitude"])))
        # The catalog measures on the ellipsoid.
        expect(abs(match["distance"] - away) < 1 + away / 150, f"{match} is {away} m away")
    expect(compared > 200, f"prices of {compared} stays were compared")


def night_prices(world):
    """What a night costs in the free couches: filter, filter expression, order, field and facet, by the calendar."""
    nights = calendar()
    couches = {row["id"]: row for row in table("lodging/antwerp_listings.csv.gz")}
    compared = 0
    for first, count, guests in ASKED:
        sums = {id: price for id, price in free(nights, couches, first, count, guests).items() if price is not None}
        query = {"kinds": ["couch"], "stay": {"from": first, "to": days_from(first, count)[1], "guests": guests}}

        ordered = sorted(sums.values())
        asked = []
        for share in 0.1, 0.5, 0.9:
            # At the price of a couch, in whole cents upward: a cent less leaves it out.
            most = -(-ordered[int(share * len(ordered))] // count)
            for cents in most, most - 1:
                what = f"{count} nights from {first} for {guests} at {cents / 100} a night"
                cheap = {id for id, price in sums.items() if price <= cents * count}
                dear = {id for id, price in sums.items() if price >= cents * count}
                asked += [
                    ({"nightPrice": {"max": cents / 100, "currency": "EUR"}}, cheap, f"{what} at most"),
                    ({"filter": f"nightPrice <= {cents / 100}"}, cheap, f"{what} at most, as an expression"),
                    ({"nightPrice": {"min": cents / 100}}, dear, f"{what} at least"),
                ]
                compared += len(cheap)
        common = {**query, "limit": 100000, "now": SUMMER, "fields": ["id", "nightPrice"]}
        *answers, answer = world.batch(
            [{**common, **extra} for extra, _, _ in asked] + [{**common, "sort": "nightPrice", "facets": ["nightPrice"]}])
        for (_, wanted, what), found in zip(asked, answers):
            expect("results" in found, f"{what}: {found}")
            same([row["id"] for row in found["results"] if row["id"] in sums], wanted, what)
        rows = [row for row in answer["results"] if row["id"] in sums]
        expect([sums[row["id"]] for row in rows] == ordered, f"the order of {count} nights from {first}")
        for row in rows:
            shown = -(-sums[row["id"]] // count)
            expect(round(100 * row["nightPrice"]) == shown, f"{row}: {shown} cents")
        counts = collections.Counter(band(price, count) for price in sums.values())
        shown = {value["value"]: value["count"] for value in answer["facets"]["nightPrice"] if value["value"]}
        expect(len(rows) == len(answer["results"]), "a free couch has a night without a price")
        expect(shown == dict(counts), f"{shown} instead of {counts}")
        print(f"  {count} nights from {first}: {ordered[0] / count / 100:.2f} to {ordered[-1] / count / 100:.2f} a night")
    expect(compared > 1000, f"{compared} prices were compared")


def band(price, count):
    """The band of a price of some nights in cents."""
    bounds = [(100, "100+"), (50, "50-100"), (20, "20-50"), (10, "10-20"), (5, "5-10")]
    if price == 0:
        return "free"
    return next((name for bound, name in bounds if price >= 100 * bound * count), "0-5")
