import argparse, os, sys

from .sources import Sources

parser = argparse.ArgumentParser(usage="scripts/docs [--check] [--output FOLDER]")
parser.add_argument("--check", action="store_true")
parser.add_argument("--output", default=".build/site")
parser.add_argument("--project", default=".")
options = parser.parse_args()
project = os.path.realpath(options.project)

if options.check:
    sources = Sources(project)
    faults = list(sources.faults())
    links = sum(1 for source in sources.files.values() for _ in source.links())
    blocks = sum(len(source.blocks) for source in sources.files.values())
    print(f"docs: {len(sources.files)} documents, {links} links, {blocks} examples", file=sys.stderr)
else:
    from .build import Site

    program = os.environ["VICINITY"]
    server = os.path.join(os.path.dirname(program), "vicinity-server")
    faults = Site(project, os.path.realpath(options.output), program, server).build()
for fault in faults:
    print(f"docs: {fault}", file=sys.stderr)
sys.exit(1 if faults else 0)
