"""The keys of a query, and the fields of a match.

Generated from the tables of the engine: `VICINITY_RECORD=1 swift test --filter PythonNamesTests` writes this file.
"""
from __future__ import annotations

from typing import Any, List, TypedDict

from ._values import Distance, Instant, When, Words


class Query(TypedDict, total=False):
    """The keys of a query, as keyword arguments; docs/queries.md describes them.

    Attributes:
        id: text or whole number: repeated in the answer, as text
        caller: the name of a member: the caller: the locations of the caller's own couches, and of couches where
            the caller has a confirmed stay, are exact; set by the program after authentication, see privacy
        near:
            - `{"lat": 48.7758, "lon": 9.1829}`: the origin of distances, in degrees (WGS 84)
            - `"Paris, US"`: the coordinate of a place, by its name in the catalog's gazetteer; an ambiguous name is an
              error that lists the places
            - `[{"lat", "lon", "member", "max"}, …]`: several origins, 1 to 1000: a meeting place, see routes.md; `max`
              is the maximum distance from this one in meters
        group: `{"by": "worst", "max": 2000}`: for several origins: whether the longest distance (default) or the
            `sum` decides; and the maximum distance from each origin
        along: `{"line": GeoJSON LineString, "width": 500, "from": 1200}`: listings within `width` meters of a
            route, ahead of a position (meters, or a coordinate), see routes.md
        radius: number: the maximum distance in meters, inclusive; needs `near` or `along`
        within:
            - `{"bbox": [west, south, east, north]}`: inside this box, including its edges; `west > east` crosses the
              180th meridian, and so do longitudes beyond 180. Longitudes -180 and 180 are the same meridian, and a box
              that reaches a pole contains every listing there, whatever its longitude
            - `{"area": "Kesselrand"}`, a GeoJSON geometry, or `{"bbox": …, "area" or "geometry": …}`: in a named area
              of the catalog or in polygons, including the boundary; see areas
        outside: the same, or `{"bbox": …}`: outside this area; the boundary is part of the area
        metric: `"wgs84"`, `"sphere"`: the ellipsoid (default), or a sphere of 6 371 008.8 m
        kinds: `"bar"`, or an array of `bar`, `event`, `couch`: the kinds; by default those to which the time
            filters apply, or all; an empty array is an error
        open:
            - a moment, or `{"at": moment}`: bars that are open and events that are on at the moment
            - `"FROM..TO"`, or `{"from": moment, "to": moment}`: open throughout the range
            - days, or `{"at": days}`, or `{"sometime": {"from": moment, "to": moment}}`: open at some time on these
              days (on the current day, after `now`); results show the state at the first such time
            - `open.unknown`, `"drop"`, `"keep"`, `"only"`: bars whose state is unknown: left out (default), included,
              or only these. For hours that mention public holidays the state is also unknown on a day that is a holiday
              in only part of the country, if the region is unknown
            - `open.arriving`, `"walking"` (1.4 m/s, over 1.3 times the straight line), `"cycling"`, `"driving"` or
              meters per second, 0.1 to 1000: tests the state on arrival: the moment plus the travel time from `near`,
              by the model in routes.md, in whole minutes rounded up; needs `near` or `along`
            - `open.stayFor`, minutes, 0 to 10080: open for at least this long from that moment
            - `open.waitUpTo`, minutes, 0 to 10080: also places that open at most this much later
        during:
            - days, `"FROM..TO"`, `"FROM.."`, or `{"from": moment, "to": moment}`: events that take place in this
              period; with `FROM..`, all that are not over at this moment
            - `"running"`, `"upcoming"`, `"past"`, `"any"`: events that have started and are not over; that start at
              `now` or later; that are over; at any time
        occurrences: `"first"`, `"all"`: for a recurring event one result (default), or one for each occurrence;
            `all` needs `during` with an end
        stay:
            - `{"from": "2026-12-01", "to": "2026-12-05", "guests": 2}`: couches free for these nights; the day of
              departure is not occupied; 1 guest by default
            - `"tonight"`, `"tomorrow"`, `"weekend"`, `"next weekend"`, a date for one night, or `{"on": …, "guests":
              2}`: the same, by a word: `weekend` is from the current or next Friday to Sunday; on a Saturday, only that
              night
            - `{"from": …, "to": …, "partly": true}`: couches free on at least one of these nights, ignoring their
              minimum and maximum length of stay; field `freeNights`
            - `{"nights": 3, "between": ["2026-12-01", "2026-12-20"], "guests": 2}`: couches free for this number of
              consecutive nights, with arrival and departure between the dates; field `windows`
            - `… "weekend": true`: only stays that include Friday night and the following Saturday night; a single night
              may be either
        now: an instant with its offset: the current time; by default the system's
        category: a word or an array of words, see [categories](listings.md#categories): one of these categories;
            listings without a category do not pass
        tags: `{"any": […], "all": […], "none": […]}`: has at least one, all, or none of these tags; a plain array
            means `all`; case, and spaces instead of hyphens, do not matter
        price: `{"min", "max", "currency", "maxLevel"}`: inclusive bounds in major units; a plain number means
            `max`; with a currency, only prices in it, and free listings; level 1 to 4; `{}` has no effect. For
            couches, the listing's base price of a night, regardless of `stay`
        night_price: `{"min", "max", "currency"}`: inclusive bounds of the price of the stay divided by the number
            of its nights; needs `stay` without `partly`; a plain number means `max`; see stays
        rating: `{"min", "minCount"}`: mean rating 0 to 5 and number of ratings; a plain number means `min`; `{}`
            requires any rating
        accessible: a word or an array of `yes`, `limited`, `no`: one of these degrees of wheelchair access;
            listings without a value do not pass
        operating_status: a word or an array of `open`, `temporarily closed`, `closed`, `planned`: places in one of
            these states; by default only those in business, see below
        listed_since: `"7d"`, `"2w"`, `"12h"`, a date, a local time or an instant: added to the catalog at or after
            this time: a number of days, weeks or hours before `now`, or the local midnight of a date; listings
            whose time of adding is unknown do not pass
        text: text: every word must be the start of a word in the name, address, tags or description; `"phrases"`,
            `OR` and `-without`, see Words
        typos: 0, 1 or 2: the maximum number of typing errors in a word of `text`, even if the word occurs; by
            default, only words that do not occur may contain errors, see Words
        filter: CQL2 text or JSON: a tree of conditions with `AND`, `OR` and `NOT`, in addition to all others; see
            filters
        host: a member or an array of them: hosted by one of these members. Shorthand for the corresponding `filter`
            condition
        not_host: a member or an array of them: hosted by none of these members, which includes listings without a
            host. Shorthand for the corresponding `filter` condition
        sort: a key or an array of keys: see below; by default `route` with `along`, `best` with `text`, `distance`
            with `near`, otherwise id
        front: a key or an array of keys: the Pareto front: only matches that no other one dominates in these keys,
            in the order of the first, see why.md; not with `sort`, `after`, `cluster`; any key except `name`
        relax: `true`: if there are fewer results than `limit`: the single changes that would give more, see why.md
        limit: whole number from 0: the maximum number of results, 20 by default; bounded only by ``max-bytes``
        after: text: the `next` of an earlier answer to the same query, to continue after it
        total: `true`: count all matches exactly, regardless of the limit
        fields: an array of fields: the fields of each result, in this order
        language: a language tag such as `en`: names in this language, where listings have them, see Words
        cluster: zoom level, 0 to 22: counts per cell of a map instead of results, see maps.md
        facets: a facet or an array of facets: counts of all matches by `kind`, `category`, `tag`, `priceBand`,
            `nightPrice`, `priceLevel`, `accessible`, `operatingStatus`, `rating`, `area`, see maps.md
        facet_limit: whole number from 0: the maximum number of tags and areas, 20 by default
        member: a name: the member for whom `recommended` ranks; by default the `member`s of the origins; see
            recommendations.md
        members: up to 100 names: several members; the lowest score decides
        weights: object of numbers: the weights of `best` (see below) or of `recommended`
        diversity: 0 to 1: how much results of `recommended` differ in kind and tags
        novelty: 0 to 1: how much `recommended` prefers little-known listings
        seen: true or false: `recommended` includes listings that the member already knows
        explain: true or false: each result of `recommended` has the change that would put it first
    """

    id: Any
    caller: str
    near: Any
    group: Any
    along: Any
    radius: Distance
    within: Any
    outside: Any
    metric: str
    kinds: Words
    open: When
    during: When
    occurrences: str
    stay: When
    now: Instant
    category: Words
    tags: Any
    price: Any
    night_price: Any
    rating: Any
    accessible: Words
    operating_status: Words
    listed_since: str
    text: str
    typos: int
    filter: Any
    host: Words
    not_host: Words
    sort: Words
    front: Words
    relax: bool
    limit: int
    after: str
    total: bool
    fields: Words
    language: str
    cluster: int
    facets: Words
    facet_limit: int
    member: Any
    members: Words
    weights: Any
    diversity: float
    novelty: float
    seen: bool
    explain: bool


class Match(TypedDict, total=False):
    """A result of a query, with the fields requested."""

    id: str
    kind: str
    category: str
    name: str
    lat: float
    lon: float
    distance: float
    bearing: float
    tags: List[str]
    price: float
    currency: str
    priceLevel: int
    rating: float
    ratingCount: int
    open: str
    opensOrCloses: str
    openComment: str
    openRule: str
    openingHours: str
    accessible: str
    timezone: str
    region: str
    starts: str
    ends: str
    allDay: bool
    recurrence: str
    status: str
    operatingStatus: str
    capacity: int
    venue: str
    guests: int
    minNights: int
    maxNights: int
    advanceNotice: int
    cancellationNotice: int
    freeFrom: Any
    freeUntil: Any
    windows: Any
    freeNights: Any
    stayPrice: float
    nightPrice: float
    cheapestStay: Any
    weightedRating: float
    distances: Any
    spread: float
    routePosition: float
    offset: float
    detour: float
    matchedWords: Any
    score: float
    parts: Any
    because: Any
    counterfactual: Any
    leastHappy: Any
    host: str
    address: str
    phone: str
    url: str
    image: str
    description: str
    images: List[str]
    links: Any
    added: Any
    changed: Any
    source: Any
    own: Any
    names: Any
    unavailable: Any
    nightlyRates: Any
    publicRadius: Any
