"""Redis: geo sets per kind and rare tag; other filters are applied in the client, from a hash."""
import json

from listings import EARTH_METERS, day, meters, seconds

REDIS_EARTH = 6372797.560856  # Redis measures on a larger sphere
SCALE = REDIS_EARTH / EARTH_METERS


class Redis:
    name, tolerance = "redis", 1.5  # positions are rounded to 52 bits, about half a meter

    def __init__(self, socket):
        import redis
        self.db = redis.Redis(unix_socket_path=socket)

    def load(self, listings):
        for start in range(0, len(listings), 1000):
            pipe = self.db.pipeline(transaction=False)
            for l in listings[start:start + 1000]:
                for key in ["all", l.kind] + [f"tag:{tag}" for tag in l.tags]:
                    pipe.geoadd(key, (l.lon, l.lat, l.number))
                pipe.hset("facts", l.number, json.dumps(
                    [l.lat, l.lon, l.price, l.currency, l.tags, l.starts, l.ends, l.guests, l.min_nights, l.max_nights,
                     l.taken]))
            pipe.execute()

    def ask(self, kind, query):
        """The numbers of the listings in order, or a count."""
        if kind == "events":
            return self.events(query)
        if kind == "rare":
            return self.search(f"tag:{query['tags']['all'][0]}", query, EARTH_METERS * 3.2, query["limit"])
        if kind == "nearest":
            return self.search("all", query, query["radius"], query["limit"])
        if kind == "count":
            return len(self.search("all", query, query["radius"]))
        return self.filtered(kind, query)

    def search(self, key, query, radius, count=None):
        near = query["near"]
        found = self.db.geosearch(key, longitude=near["lon"], latitude=near["lat"], radius=radius * SCALE, unit="m",
                                  sort="ASC", count=count)
        return [int(number) for number in found]

    def filtered(self, kind, query):
        """Nearest first, doubling the number each time, until enough pass."""
        key, wanted, count = ("bar" if kind == "bars" else "couch"), query["limit"], query["limit"] * 4
        while True:
            numbers = self.search(key, query, query["radius"], count)
            passing = [n for n, facts in zip(numbers, self.facts(numbers)) if passes(query, facts)]
            if len(passing) >= wanted or len(numbers) < count:
                return passing[:wanted]
            count *= 4

    def events(self, query):
        west, south, east, north = query["within"]["bbox"]
        lat, lon = (south + north) / 2, (west + east) / 2
        width = max(meters(side, west, side, east) for side in (south, north)) * SCALE * 1.001
        height = meters(south, lon, north, lon) * SCALE * 1.001
        numbers = [int(n) for n in self.db.geosearch("event", longitude=lon, latitude=lat, width=width, height=height,
                                                     unit="m")]
        since, until = seconds(query["during"]["from"]), seconds(query["during"]["to"])
        found = [(facts[5], n) for n, facts in zip(numbers, self.facts(numbers))
                 if south <= facts[0] <= north and west <= facts[1] <= east and facts[5] < until and facts[6] > since]
        return [n for _, n in sorted(found)[:query["limit"]]]

    def facts(self, numbers):
        return [json.loads(text) for text in self.db.hmget("facts", numbers)] if numbers else []

    def close(self):
        self.db.close()


def passes(query, facts):
    """Whether a bar or a couch matches the query."""
    _, _, price, currency, tags, _, _, guests, least, most, taken = facts
    if "stay" in query:
        first, until = day(query["stay"]["from"]), day(query["stay"]["to"])
        return (guests >= query["stay"]["guests"] and least <= until - first <= most
                and not any(a < until and first < b for a, b in taken))
    return (price is not None and price <= query["price"]["max"] and (currency == "EUR" or price == 0)
            and any(tag in tags for tag in query["tags"]["any"]))
