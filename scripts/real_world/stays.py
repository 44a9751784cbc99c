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


def stays(world):
    nights = calendar()
    couches = {row["id"]: row for row in table("lodging/antwerp_listings.csv.gz")}
    for first, count, guests in [("2024-07-12", 2, 2), ("2024-07-05", 1, 1), ("2024-08-10", 7, 4), ("2024-09-06", 3, 6)]:
        days = [(date.fromisoformat(first) + timedelta(days=n)).isoformat() for n in range(count)]
        end = (date.fromisoformat(first) + timedelta(days=count)).isoformat()
        wanted = []
        for id, row in couches.items():
            known = [nights[id].get(day) for day in days]
            if None in known or int(row["accommodates"] or 1) < guests:
                continue
            least, most = known[0][2], known[0][3]
            if all(night[0] for night in known) and least <= count <= most:
                wanted.append(id)
        found = world.ids({"kinds": ["couch"], "stay": {"from": first, "to": end, "guests": guests}}, SUMMER)
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
