"""A PostgreSQL in a folder of the test's own, with a standby."""
import glob, os, shutil, signal, socket, subprocess, time


def programs():
    """The folder of its programs; None if it is not installed."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"), key=lambda path: int(path.split("/")[4]))
    return os.path.dirname(found[-1]) if found else None


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def as_other(command):
    """PostgreSQL refuses to run as root: it then runs as the user of Debian's package."""
    return ["runuser", "-u", "postgres", "--", *command] if os.geteuid() == 0 else command


class PostgreSQL:
    """One server: a primary, or a standby of another one."""

    def __init__(self, folder, primary=None, sync=None):
        self.folder, self.port, self.process = folder, free_port(), None
        os.makedirs(folder, exist_ok=True)
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres", "postgres")
        self.data = os.path.join(folder, "data")
        if primary:
            self._run("pg_basebackup", "-D", self.data, "-h", "127.0.0.1", "-p", str(primary.port), "-U", "vicinity", "-R",
                      "--checkpoint=fast")
            with open(os.path.join(self.data, "postgresql.auto.conf"), "a") as file:
                file.write(f"primary_conninfo = 'host=127.0.0.1 port={primary.port} user=vicinity application_name={sync or 'standby'}'\n")
        else:
            self._run("initdb", "-D", self.data, "-A", "trust", "-U", "vicinity", "--no-sync")
            with open(os.path.join(self.data, "pg_hba.conf"), "a") as file:
                file.write("host replication vicinity 127.0.0.1/32 trust\n")

    def _run(self, program, *arguments):
        subprocess.run(as_other([os.path.join(programs(), program), *arguments]), check=True, cwd="/",
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def start(self, **settings):
        usual = {"listen_addresses": "127.0.0.1", "unix_socket_directories": "", "fsync": "off", "shared_buffers": "32MB",
                 "max_wal_senders": "5", "wal_level": "replica", "hot_standby": "on", "max_connections": "60"}
        if os.environ.get("TEST_LOG"):
            usual |= {"log_statement": "all", "log_line_prefix": "%t [%p] %a "}
        options = [word for name, value in {**usual, **settings}.items() for word in ("-c", f"{name}={value}")]
        self.log = open(os.path.join(self.folder, "log"), "a")
        self.process = subprocess.Popen(
            as_other([os.path.join(programs(), "postgres"), "-D", self.data, "-p", str(self.port), *options]), cwd="/",
            stdout=self.log, stderr=self.log)
        end = time.monotonic() + 30
        while not self.answers():
            if time.monotonic() > end or self.process.poll() is not None:
                raise RuntimeError("PostgreSQL does not start: " + open(self.log.name).read()[-2000:])
            time.sleep(0.05)
        return self

    def answers(self):
        try:
            return self.sql("SELECT 1") == "1"
        except subprocess.CalledProcessError:
            return False

    def sql(self, text, database="postgres"):
        """What psql prints."""
        return subprocess.run(
            [os.path.join(programs(), "psql"), "-XAtq", "-h", "127.0.0.1", "-p", str(self.port), "-U", "vicinity", "-c", text, database],
            check=True, capture_output=True, text=True, timeout=60).stdout.strip()

    @property
    def number(self):
        """The process of the server: the one that was started may be `runuser`."""
        return int(open(os.path.join(self.data, "postmaster.pid")).readline())

    def stop(self, how=signal.SIGINT):
        """SIGINT ends its sessions first, SIGQUIT finishes nothing, SIGKILL neither."""
        if not self.process or self.process.poll() is not None:
            return
        number = self.number
        if how == signal.SIGKILL:
            children = subprocess.run(["pgrep", "-P", str(number)], capture_output=True, text=True).stdout.split()
            for each in [number, *map(int, children)]:
                try:
                    os.kill(each, how)
                except ProcessLookupError:
                    pass
        else:
            os.kill(number, how)
        self.process.wait(30)

    def promote(self):
        self._run("pg_ctl", "promote", "-D", self.data, "-w")

    def copy(self, target):
        """A copy of its files, as a backup has them."""
        self._run("pg_basebackup", "-D", target, "-h", "127.0.0.1", "-p", str(self.port), "-U", "vicinity", "--checkpoint=fast",
                  "-X", "fetch")

    def restore(self, copy):
        """Puts a copy in the place of its files, while it is stopped."""
        shutil.rmtree(self.data)
        subprocess.run(as_other(["cp", "-a", copy, self.data]), check=True, cwd="/")
