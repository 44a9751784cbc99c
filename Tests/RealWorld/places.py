"""Names and zones of places, by the columns of the gazetteer."""
import json

from .world import expect, meters, read


def places(world):
    """The place that is meant by a name, in any script."""
    cases = [json.loads(line) for line in read("gazetteer/geocode_cases.jsonl").decode().splitlines()]
    if not world.whole:
        cases = cases[::4]
    names = [case["query"] for case in cases]
    answers = world.lines("geocode", "-", input="\n".join(names) + "\n", statuses=(0, 1, 2))
    by_name = {answer["query"]: answer for answer in answers if "query" in answer}
    right = 0
    for case in cases:
        answer = by_name.get(case["query"], {})
        candidates = [answer, *answer.get("candidates", [])]
        right += any(candidate.get("id") == case["geonameid"] for candidate in candidates)
    print(f"  {right} of {len(cases)} names are those of the place that was meant")
    expect(right >= 0.97 * len(cases), f"only {right} of {len(cases)} names lead to their place")


def zones(world):
    """The zone of a place is that of its column."""
    rows = [line.split("\t") for line in read("gazetteer/cities15000.txt.gz").decode().splitlines()]
    rows = rows if world.whole else rows[::200]
    text = "".join(f"{row[4]},{row[5]}\n" for row in rows)
    answers = world.lines("zone", "-", input=text)
    expect(len(answers) == len(rows), f"{len(answers)} answers to {len(rows)} coordinates")
    right = sum(answer.get("zone") == row[17] for answer, row in zip(answers, rows))
    near = sum(
        meters((answer["nearest"]["lat"], answer["nearest"]["lon"]), (float(row[4]), float(row[5]))) < 1
        for answer, row in zip(answers, rows) if "nearest" in answer)
    print(f"  {right} of {len(rows)} places have their own zone, {near} are the nearest to themselves")
    expect(right >= 0.99 * len(rows) and near == len(rows), "the zone is that of the place")
