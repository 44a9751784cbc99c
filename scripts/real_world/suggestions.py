"""What completes a name, letter by letter."""
from .world import expect


# What is typed, where, and what must be among the suggestions once so many letters are typed.
TYPED = [
    ("Augustiner", (48.1374, 11.5755), "Augustiner", 6), ("Marienplatz", (48.1374, 11.5755), "Marienplatz", 8),
    ("London", (51.5, -0.12), "London", 3), ("Antwerpen", (51.22, 4.4), "Antwerp", 5),
    ("Antwerp", (48.1, 11.5), "Antwerp", 5), ("München", (48.1, 11.5), "Munich", 4),
    ("Munich", (48.1, 11.5), "Munich", 4), ("東京", (35.7, 139.7), "Tokyo", 2),
    ("restaurant", (48.1374, 11.5755), "restaurant", 4), ("Café überm", (48.1374, 11.5755), "Café überm Marienplatz", 10),
    ("wifi", (51.22, 4.4), "wifi", 3),
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
    print(f"  {len(lines)} beginnings of {len(TYPED)} names")
