"""Tests of the queries: python3 -m unittest discover -s benchmarks"""

import random
import unittest
from collections import Counter
from types import SimpleNamespace

from peers import questions


def listing(number, kind, name, description=""):
    return SimpleNamespace(
        lat=48.0 + number / 1000, lon=9.0, kind=kind, name=name, description=description, tags=[f"t{number % 5}"]
    )


def world(count=1000):
    """Bars: every twentieth has a common word, every hundredth a usual one, and all have `everywhere`."""
    names = ["everywhere" + " common" * (n % 20 == 1) + " usual" * (n % 100 < 2) for n in range(count)]
    return [listing(n, "bar" if n % 2 else "event", name, "an Öl of") for n, name in enumerate(names)]


class Vocabulary(unittest.TestCase):
    def setUp(self):
        self.vocabulary = questions.Vocabulary(world())

    def test_words_have_three_letters_and_no_case(self):
        self.assertEqual(questions.words("The Öl of Újház-12 a_b ÖLE"), ["the", "újház", "öle"])

    def test_the_usual_words_have_the_share_that_was_asked_for(self):
        # 5 % of all have "common", a tenth of the bars; 2 % have "usual"; all have "everywhere".
        self.assertEqual(self.vocabulary.usual, {"common", "usual"})
        self.assertEqual(self.vocabulary.common, {"common", "usual"})

    def test_each_kind_draws_what_it_says(self):
        choose = random.Random(1)
        self.assertLessEqual({self.vocabulary.text("word", choose) for _ in range(50)}, {"common", "usual"})
        self.assertLessEqual({self.vocabulary.text("word-open", choose) for _ in range(50)}, {"common", "usual"})
        for _ in range(50):
            beginning = self.vocabulary.text("beginning", choose)
            self.assertIn(len(beginning), (3, 4))
            self.assertTrue(any(word.startswith(beginning) for word in ("everywhere", "common", "usual")))
            self.assertEqual(len(set(self.vocabulary.text("two-words", choose).split())), 2)

    def test_too_few_listings_say_so(self):
        with self.assertRaises(SystemExit) as failure:
            questions.Vocabulary(world(3))
        self.assertIn("take more", str(failure.exception))


class Questions(unittest.TestCase):
    def test_the_kinds_of_peers_need_no_words(self):
        asked = questions.make([listing(n, "bar", "") for n in range(100)] * 40, 3, 1)
        self.assertEqual(list(asked), list(questions.KINDS))
        self.assertFalse(any("text" in query for queries in asked.values() for query in queries))

    def test_every_kind_is_asked_as_often_and_the_seed_decides(self):
        kinds = [*questions.KINDS, *questions.MORE]
        listings = [*world(), *(listing(n, "bar", "usual") for n in range(40))]
        asked = questions.make(listings, 5, 7, kinds)
        self.assertEqual(Counter(kind for kind, queries in asked.items() for _ in queries), Counter(kinds * 5))
        self.assertEqual(asked, questions.make(listings, 5, 7, kinds))
        self.assertEqual(asked["word"][0]["sort"], ["distance"])
        self.assertNotIn("radius", asked["two-words"][0])


if __name__ == "__main__":
    unittest.main()
