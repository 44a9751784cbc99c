import TestSupport
import Testing

@Suite("A service manager")
struct ServiceManagerTests {
  @Test("learns that the server accepts requests", arguments: ["$PWD/manager", "@vicinity-test-$$"])
  func ready(socket: String) throws {
    let run = try WorkFolder().shell(
      """
      NOTIFY_SOCKET=\(socket) python3 - <<'END'
      import os, re, socket, subprocess, urllib.request
      manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      manager.bind(os.environ["NOTIFY_SOCKET"].replace("@", "\\0"))
      server = subprocess.Popen(["vicinity", "serve", "--create", "--port", "0"], stderr=subprocess.DEVNULL)
      state, status = manager.recv(1000).decode().split("\\n")
      address = re.fullmatch("STATUS=listening on (http://127.0.0.1:[0-9]+/)", status)[1]
      print(state, urllib.request.urlopen(address + "map", timeout=60).status)
      server.terminate()
      print(server.wait(60))
      END
      """)
    #expect(run.output == "READY=1 200\n0\n", "\(run.output) \(run.error)")
  }

  @Test("that does not read its messages does not stop the server")
  func full() throws {
    let run = try WorkFolder().shell(
      """
      NOTIFY_SOCKET=$PWD/manager python3 - <<'END'
      import json, os, socket, subprocess, urllib.request
      manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      manager.bind(os.environ["NOTIFY_SOCKET"])
      other = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      other.setblocking(False)
      try:
          while True: other.sendto(b"x", os.environ["NOTIFY_SOCKET"])
      except BlockingIOError: pass
      server = subprocess.Popen(["vicinity", "serve", "--create", "--port", "0"], stderr=subprocess.PIPE)
      address = next(entry["url"] for entry in map(json.loads, server.stderr) if "url" in entry)
      print(urllib.request.urlopen(address + "map", timeout=60).status)
      server.terminate()
      print(server.wait(60))
      END
      """)
    #expect(run.output == "200\n0\n", "\(run.output) \(run.error)")
  }
}
