"""Programs that a script runs: one that fails or takes too long ends the script with a message."""
import os
import subprocess
import sys


def fail(message):
    sys.exit(f"{os.path.basename(sys.argv[0])}: {message}")


def run(*command, seconds=300, **options):
    """Runs a program, for at most so many seconds; other options are those of subprocess.run."""
    options.setdefault("text", True)
    command = [str(each) for each in command]
    # `timeout` also ends the programs that it has started.
    limited = ["timeout", "--kill-after=10", str(seconds), *command]
    try:
        return subprocess.run(limited, check=True, **options)
    except subprocess.CalledProcessError as error:
        if error.returncode in (124, 137):
            fail(f"'{' '.join(command)}' takes longer than {seconds} s")
        if error.returncode == 127:
            fail(f"{command[0]} is not installed")
        fail(f"'{' '.join(command)}' failed with status {error.returncode}"
             + (f": {error.stderr.strip()}" if error.stderr else ""))


def output(*command, **options):
    """What a program prints."""
    return run(*command, capture_output=True, **options).stdout
