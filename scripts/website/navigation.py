"""The order of the site's pages, and where each file of the project is in the site."""
import os, re
from dataclasses import dataclass, field

FILE = "docs/navigation.txt"
# Pages of the site that are generated, by the name that the navigation uses.
GENERATED = ["commands", "query keys", "routes", "libraries"]


@dataclass
class Group:
    name: str
    entries: list = field(default_factory=list)  # paths of Markdown files, and names of GENERATED in angle brackets


class Navigation:
    def __init__(self, project):
        self.project = project
        self.groups, self.faults = [], []
        for number, line in enumerate(read(os.path.join(project, FILE)).split("\n"), 1):
            if not line.strip() or line.startswith("#"):
                continue
            if not line.startswith(" "):
                self.groups.append(Group(line.strip()))
                continue
            entry = line.strip()
            if not self.groups:
                self.faults.append(f"{FILE}:{number}: {entry} is in no group")
            elif entry.startswith("<") and entry.strip("<>") not in GENERATED:
                self.faults.append(f"{FILE}:{number}: no generated pages have the name {entry}")
            elif entry.endswith("/"):
                self.groups[-1].entries += sorted(documents(project, entry), key=lambda path: (not path.endswith("README.md"), path))
            elif not entry.startswith("<") and not os.path.isfile(os.path.join(project, entry)):
                self.faults.append(f"{FILE}:{number}: there is no file {entry}")
            else:
                self.groups[-1].entries.append(entry)
        listed = self.pages
        self.faults += [f"{FILE}: {page} is listed twice" for page in sorted({page for page in listed if listed.count(page) > 1})]
        self.faults += [f"{FILE}: {page} is missing" for page in sorted(set(documents(project, "docs")) - set(listed))]

    @property
    def pages(self):
        """The Markdown files in their order."""
        return [entry for group in self.groups for entry in group.entries if not entry.startswith("<")]

    def address(self, path):
        """The page of the site for a Markdown file of the project, or nil."""
        if path == "README.md":
            return "index.html"
        if path not in self.pages:
            return None
        if path.startswith("docs/"):
            path = path.removeprefix("docs/")
            return re.sub(r"(?<![^/])README\.md$", "index.md", path).replace(".md", ".html")
        return re.sub(r"(/README)?\.md$", ".html", path.lower() if "/" not in path else path).replace("/", "-")


def documents(project, folder):
    """The Markdown files below a folder of the project, as paths in the project."""
    for root, _, names in os.walk(os.path.join(project, folder)):
        for name in sorted(names):
            if name.endswith(".md"):
                yield os.path.relpath(os.path.join(root, name), project)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()
