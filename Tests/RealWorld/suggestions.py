"""What completes a name, letter by letter."""
from .world import expect


# The input, the position, and the expected suggestion once this many letters are typed.
TYPED = [
    ("Augustiner", (48.1374, 11.5755), "Augustiner", 6), ("Marienplatz", (48.1374, 11.5755), "Marienplatz", 8),
    ("London", (51.5, -0.12), "London", 3), ("Antwerpen", (51.22, 4.4), "Antwerp", 5),
    ("Antwerp", (48.1, 11.5), "Antwerp", 5), ("München", (48.1, 11.5), "Munich", 4),
    ("Munich", (48.1, 11.5), "Munich", 4), ("東京", (35.7, 139.7), "Tokyo", 2),
    ("restaurant", (48.1374, 11.5755), "restaurant", 4), ("Café überm", (48.1374, 11.5755), "Café überm Marienplatz", 10),
    ("wifi", (51.22, 4.4), "wifi", 3),
]

MUNICH, NOWHERE = (48.1374, 11.5755), None
# The input, the position, and the expected first suggestion.
FIRST = [
    ("mun", NOWHERE, "Munich"), ("mun", MUNICH, "Munich"), ("mü", NOWHERE, "Munich"), ("mü", MUNICH, "Munich"),
    ("köl", NOWHERE, "Köln"), ("koel", NOWHERE, "Köln"), ("mue", NOWHERE, "Munich"), ("mue", MUNICH, "Munich"),
    ("muen", NOWHERE, "Munich"), ("muen", MUNICH, "Munich"), ("zür", NOWHERE, "Zürich"), ("zuer", NOWHERE, "Zürich"),
    ("lon", NOWHERE, "London"), ("lon", MUNICH, "London"), ("par", NOWHERE, "Paris"),
    ("ber", NOWHERE, "Berlin"), ("ber", MUNICH, "Berlin"), ("new y", NOWHERE, "New York"), ("st.", NOWHERE, "Saint "),
    ("san f", NOWHERE, "San Francisco"), ("madr", NOWHERE, "Madrid"), ("lax", NOWHERE, "Los Angeles"),
    ("de", NOWHERE, "Germany"), ("ger", MUNICH, "Germany"), ("bar", MUNICH, "bar"), ("lodnon", MUNICH, "London"),
]


def suggestions(world):
    lines, wanted = [], []
    for text, (lat, lon), target, letters in TYPED:
        for count in range(1, len(text) + 1):
            lines.append({"suggest": {"text": text[:count], "near": {"lat": lat, "lon": lon}, "limit": 20}})
            wanted.append((text[:count], target if count >= letters else None))
    answers = world.batch(lines)
    expect(len(answers) == len(lines), "each letter is answered")
    for answer, (typed, target) in zip(answers, wanted):
        texts = [completion["text"] for completion in answer.get("completions", [])]
        expect(texts, f"\"{typed}\" completes to nothing: {answer}")
        if target:
            expect(any(target in text for text in texts), f"\"{typed}\" does not complete to {target}: {texts[:5]}")
    lines = [{"suggest": {"text": text, **({"near": {"lat": near[0], "lon": near[1]}} if near else {}), "limit": 3}}
             for text, near, _ in FIRST]
    for answer, (typed, _, first) in zip(world.batch(lines), FIRST):
        texts = [completion["text"] for completion in answer["completions"]]
        expect(texts and texts[0].startswith(first), f"\"{typed}\" completes to {texts} instead of {first}")
    print(f"  {len(lines)} beginnings that name a place first")
    print(f"  {len(wanted)} beginnings of {len(TYPED)} names")
