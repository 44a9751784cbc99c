"""The failures of stories."""


class Failed(Exception):
    """A check that did not hold."""


def check(condition, text):
    if not condition:
        raise Failed(text)


def equal(found, expected, text):
    if found != expected:
        raise Failed(f"{text}: {shortened(found)}, not {shortened(expected)}")


def shortened(value):
    text = repr(value)
    return text if len(text) <= 300 else text[:300] + " …"
