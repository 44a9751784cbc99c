"""Temporary PostgreSQL and Redis servers: in a folder, on sockets there, stopped at the end."""
import os
import pwd
import shutil
import subprocess
import time
from contextlib import contextmanager

CONFIGURATION = """
listen_addresses = ''
shared_buffers = 1GB
work_mem = 64MB
maintenance_work_mem = 512MB
max_wal_size = 4GB
fsync = off
synchronous_commit = off
full_page_writes = off
random_page_cost = 1.05
jit = off
max_parallel_workers_per_gather = 0
"""


def postgres_programs():
    found = subprocess.run(["pg_config", "--bindir"], capture_output=True, text=True)
    return found.stdout.strip() or "/usr/lib/postgresql/15/bin"


@contextmanager
def postgres(folder):
    """Yields the connection parameters. PostgreSQL refuses to run as root; then it runs as the user postgres."""
    home, account = os.path.join(folder, "postgres"), {}
    os.makedirs(home)
    if os.geteuid() == 0:
        user = pwd.getpwnam("postgres")
        os.chown(home, user.pw_uid, user.pw_gid)
        account = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    programs, data = postgres_programs(), os.path.join(home, "data")

    def run(*words):
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL, cwd=home, **account)
    run(f"{programs}/initdb", "-D", data, "-U", "postgres", "-A", "trust", "--no-sync", "--locale=C.UTF-8")
    with open(os.path.join(data, "postgresql.conf"), "a", encoding="utf-8") as file:
        file.write(CONFIGURATION + f"unix_socket_directories = '{home}'\n")
    run(f"{programs}/pg_ctl", "-D", data, "-l", os.path.join(home, "log"), "-w", "start")
    try:
        yield f"host={home} user=postgres dbname=postgres"
    finally:
        run(f"{programs}/pg_ctl", "-D", data, "-m", "fast", "-w", "stop")


@contextmanager
def redis(folder):
    """Yields the path of the socket."""
    home = os.path.join(folder, "redis")
    os.makedirs(home)
    socket = os.path.join(home, "socket")
    server = subprocess.Popen([shutil.which("redis-server") or "redis-server", "--port", "0", "--unixsocket", socket,
                               "--save", "", "--dir", home, "--logfile", os.path.join(home, "log")])
    try:
        for _ in range(200):
            if os.path.exists(socket):
                break
            time.sleep(0.05)
        yield socket
    finally:
        server.terminate()
        server.wait()
