"""Habits of writing that make native readers stumble, counted by pattern, and paragraphs that are too long.

Patterns find the habit where it can be found by a pattern; the rest is for readers.
"""
import collections, os, re, sys

import texts

LONGEST = 600  # characters of a paragraph, an item or a cell as it is read
START = r"(?:(?<=[.;] )|^)"

# Name, pattern (of text with its line breaks as spaces), and what to write instead.
HABITS = [
    ("told", r"\btold\b", "is notified, receives, is reported"),
    ("tells", r"\btells?\b|\btelling\b", "reports, says, shows"),
    ("nobody", r"\bnobody\b", "no one can …, or say what happens instead"),
    ("somebody", r"\b(?:some|any|every)body\b", "a user, a client, someone"),
    ("fronted who", START + r"who(?:m|ever|se)? (?![^.?]*\?)", "a member who …; you; anyone who"),
    ("who has", r"(?<!those )(?<!one )\bwho has\b(?= (?:no|not|the|a|left)\b)", "a member with …"),
    ("fronted what", START + r"what(?:ever)? (?![^.?]*\?)(?=[^.;:]* (?:is|are|has|have|was|were|comes?|can|does|must|may)\b)", "name the thing"),
    ("fronted of", START + r"of (?!course)(?![^.?]*\?)\w", "subject first"),
    ("as long as", r"(?<!for )(?<!times )\bas long as\b", "while, for the lifetime of"),
    ("anew", r"\banew\b", "again"),
    ("goes with", r"\b(?:goes|go|gone|going) with\b", "belongs to, is deleted with"),
    ("mail", r"(?<![-/.])\bmails?\b(?!-|_)|\bmailed\b", "email"),
    ("own thing", r"\b(?:the|an|a|of|in|with|for|by|on) own \w+|\bown (?:fields?|calendars?|positions?)\b", "custom field; its own, the member's"),
    ("begins or ceases", r"\bceas(?:e|es|ed|ing)\b|\bbegins? to (?:match|fit|be)\b", "starts, stops"),
    ("meanwhile", r"\bmeanwhile\b", "in the meantime"),
    ("for ever", r"\bfor ever\b", "forever"),
    ("stands", r"\b(?:stands?|stood|standing)\b(?! (?:in )?for\b| quer)", "is"),
    ("asks", r"\b(?:ask|asks|asked|asking)\b(?! for\b)", "requests, queries, runs"),
    ("question", r"\bquestions?\b", "query, request"),
    ("kept", r"\b(?:is|are|was|were|be|been) kept\b", "stored"),
    ("at the first touch", r"\bat (?:the|their|its) first touch\b", "cold, when first used"),
    ("any more", r"\bany more\b", "no longer"),
    ("but for", r"\bbut for\b", "except"),
    ("in sight", r"\bin sight\b", "visible"),
    ("alone", r"(?<!lef)(?<!leav)\w alone\b(?=[,.;:)]|$)", "only … before the noun"),
    ("besides", r"\bbesides\b", "also, in addition to"),
    ("beside", r"\bbeside\b", "next to, in addition to"),
    ("some for about", r"\bsome (?=\d|(?:two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|forty|fifty|hundred|thousand|tens|tenths|seconds|minutes|"
     r"hours|days|micro|milli)\w*\b)", "about, a few"),
    ("letters", r"\b\d+ letters\b|\bletters (?:at (?:most|least)|long)\b", "characters"),
    ("there is", r"\bthat there (?:is|are)\b(?! (?:an?|no|not|none|any|more|something|nothing|are|is)\b)|\bwhat there (?:is|are)\b|\bwhat is there\b", "available, existing; name the thing"),
    ("which of whom", r"\bof (?:which|whom)\b", "two sentences"),
    ("is none", r"(?<!there )\b(?:is|are|that was|to be) none\b(?! of)|\bless than none\b", "there is no …; is not one"),
    ("British spelling", r"\b(?:\w*colou?r(?<=our)\w*|favou?rit(?<=vourit)\w*|behaviour\w*|cent(?:re|res|red)|(?:kilo|centi)?metres?|neighbour\w*|"
     r"licences?|grey|honour\w*|catalogues?|travell\w+|labell\w+|modell\w+|programme|judgement\w*|whilst|"
     r"(?:recogn|organ|normal|initial|optim|summar|minim|maxim|serial|synchron|author|special|standard|character|emphas)is(?:e|es|ed|ing|ation|er)\b)", "American spelling"),
]
PATTERNS = [(name, re.compile(pattern, re.IGNORECASE), instead) for name, pattern, instead in HABITS]
# "What members do" at the head of a table or a section is a name; so is "of the body" in a cell.
NAMES = {"heading", "head"}
# Texts that users read: here a habit is a fault, unless it is allowed.
CHECKED = ["docs", "help", "messages", "page"]


def allowed(path):
    """The allowed ones: habit, path, words, and the line of the file."""
    if not os.path.exists(path):
        return []
    rows = []
    for number, line in enumerate(texts.read(path).split("\n")):
        if line.strip() and not line.startswith("#"):
            habit, file, words, reason = [part.strip() for part in line.split("|")]
            if habit not in {name for name, _, _ in HABITS}:
                sys.exit(f"{path}:{number + 1}: no habit has the name {habit}")
            rows.append({"habit": habit, "path": file, "words": words, "line": number + 1, "used": False})
    return rows


class English:
    """The habits and the long paragraphs of a project."""

    def __init__(self, project):
        self.counts = collections.Counter()
        self.places = []  # source, place, habit, the words around it, and what to write instead
        self.long = []
        self.list = os.path.join(project, "scripts", "habits-allowed.txt")
        self.allowed = allowed(self.list)
        for text in texts.every(project):
            read = texts.prose(text.text)
            line = read.replace("\n", " ")
            for habit, pattern, instead in PATTERNS:
                if habit.startswith("fronted") and (text.kind in NAMES or text.kind == "cell" and habit == "fronted of"):
                    continue
                for match in pattern.finditer(line):
                    if not self.continues(text, habit, match):
                        self.add(text, read, habit, match, instead)
            length = len(re.sub(r"\]\([^)]*\)", "]", text.text))
            if text.source == "docs" and length > LONGEST:
                self.long.append(f"{text.path}:{text.line}: the {text.kind} has {length} characters, more than {LONGEST}")

    @staticmethod
    def continues(text, habit, match):
        """Whether a literal of code continues another text, as in "\\(kind) " + "of listing has …", so that it fronts nothing."""
        return habit.startswith("fronted") and text.source in CHECKED and text.kind == "literal" and match[0][0].islower() and match.start() == 0

    def add(self, text, read, habit, match, instead):
        around = " ".join(read[max(0, match.start() - 40) : match.end() + 40].split())
        for row in self.allowed:
            if row["habit"] == habit and row["path"] == text.path and row["words"] in around:
                row["used"] = True
                return
        self.counts[text.source, habit] += 1
        place = f"{text.path}:{text.line + read.count(chr(10), 0, match.start())}"
        self.places.append((text.source, place, habit, around, instead))

    def table(self):
        width = max(len(name) for name, _, _ in HABITS)
        yield "habit".ljust(width) + "".join(source.rjust(10) for source in texts.SOURCES)
        for habit, _, _ in HABITS:
            yield habit.ljust(width) + "".join(f"{self.counts[source, habit]:10}" for source in texts.SOURCES)
        sums = [sum(self.counts[source, habit] for habit, _, _ in HABITS) for source in texts.SOURCES]
        yield "together".ljust(width) + "".join(f"{count:10}" for count in sums)
        yield f"paragraphs above {LONGEST} characters: {len(self.long)}"

    def faults(self):
        """Habits in texts that users read, long paragraphs, and allowed ones that do not exist."""
        for source, place, habit, around, instead in self.places:
            if source in CHECKED:
                yield f'{place}: {habit} in "… {around} …"; better: {instead}'
        yield from self.long
        for row in self.allowed:
            if not row["used"]:
                yield f"{os.path.basename(self.list)}:{row['line']}: {row['path']} does not have \"{row['words']}\""
