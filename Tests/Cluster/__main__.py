"""Runs the faults of a cluster; see scripts/test-cluster."""
import argparse, os, signal, subprocess, sys, tempfile, time, traceback

from ServerFaults.server import Failed

from . import postgres
from .faults import faults, safeguards
from .nodes import Broken


def main():
    parser = argparse.ArgumentParser(prog="scripts/test-cluster")
    parser.add_argument("--all", action="store_true", help="every kind of fault, with 16 000 actions each")
    parser.add_argument("--only", help="the kinds of faults: " + ", ".join(faults))
    parser.add_argument("--actions", type=int, help="actions for each kind of fault")
    parser.add_argument("--without", help="a safeguard that nodes of a debug build do without: the run must then fail")
    parser.add_argument("--suites", action="store_true", help="run the suites of a server against a follower")
    parser.add_argument("program", nargs="?", default=".build/debug/vicinity")
    given = parser.parse_args()
    if not postgres.programs():
        sys.exit("test-cluster: PostgreSQL is not installed: apt-get install postgresql")
    program = os.path.abspath(given.program)
    if not os.access(program, os.X_OK):
        sys.exit(
            f"test-cluster: there is no program {program}; build it: "
            "swift build --product vicinity --product vicinity-server")
    os.environ["PATH"] = os.path.dirname(program) + ":" + os.environ["PATH"]
    if given.without:
        sys.exit(fails_without(given.without, program, given.actions or 400))
    if given.suites:
        sys.exit(suites(program))
    names = given.only.split(",") if given.only else [name for name, (_, short) in faults.items() if given.all or short]
    unknown = set(names) - set(faults)
    if unknown:
        sys.exit(f"test-cluster: no fault is called {', '.join(sorted(unknown))}")
    actions = given.actions or (16_000 if given.all else 600)
    failed = []
    for name in names:
        began = time.monotonic()
        try:
            faults[name][0](program, actions, given.all)
        except Failed as failure:
            print(f"FAILED: {name}: {failure}", flush=True)
            failed.append(name)
        except Exception:
            print(f"FAILED: {name}: {traceback.format_exc()}", flush=True)
            failed.append(name)
        print(f"{name} took {time.monotonic() - began:.0f} s", flush=True)
    sys.exit(f"test-cluster: {', '.join(failed)} failed" if failed else 0)


def suites(program):
    """Runs the five apps, the clients, OGC API and the stories of the page against a follower."""
    with tempfile.TemporaryDirectory(prefix="vicinity-suites-") as folder:
        os.chmod(folder, 0o755)
        database = postgres.PostgreSQL(os.path.join(folder, "postgresql")).start(max_connections=200)
        os.environ["TEST_PROGRAM"] = program
        os.environ["TEST_POSTGRESQL"] = f"postgresql://vicinity@127.0.0.1:{database.port}"
        os.environ["VICINITY"] = os.path.join(os.path.dirname(os.path.abspath(__file__)), "follower", "vicinity")
        try:
            commands = ["scripts/test-examples"], ["scripts/test-server", "--short"], ["scripts/test-page", "--short"]
            failed = [" ".join(command) for command in commands if subprocess.run(command).returncode != 0]
        finally:
            database.stop(signal.SIGQUIT)
    return f"test-cluster: {', '.join(failed)} failed" if failed else 0


def fails_without(safeguard, program, actions):
    """An error if the faults find nothing without a safeguard."""
    os.environ["VICINITY_WITHOUT"] = safeguard
    try:
        faults[safeguards[safeguard]][0](program, actions, False)
    except Broken as failure:
        print(f"ok: without {safeguard}: {failure}", flush=True)
        return 0
    return f"test-cluster: without {safeguard} no invariant breaks"


main()
