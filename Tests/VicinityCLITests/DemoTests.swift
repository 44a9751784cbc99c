import TestSupport
import Testing

@testable import VicinityCLI

@Suite("The demo")
struct DemoTests {
  @Test("serves the map until a signal, and then removes its files", arguments: ["INT", "TERM", "HUP"])
  func serves(signal: String) throws {
    let run = try WorkFolder().shell(
      """
      mkdir temporary
      # In a process group of its own, where SIGINT is not ignored as in the background of a shell.
      TMPDIR=$PWD/temporary python3 - <<'END'
      import re, signal, subprocess, urllib.request
      demo = subprocess.Popen(["vicinity", "demo"], stdout=subprocess.PIPE, text=True)
      for line in demo.stdout:
          if address := re.search(r"(http://127.0.0.1:[0-9]+/map)$", line): break
      else: raise SystemExit("no address of a map")
      print(urllib.request.urlopen(address[1], timeout=60).status)
      demo.send_signal(signal.SIG\(signal))
      print(demo.wait(60))
      END
      ls temporary
      """)
    #expect(run.output == "200\n0\n", "\(run.output) \(run.error)")
    #expect(!run.error.contains("vicinity:"), "\(run.error)")
  }

  @Test("has its data where the documents' examples do not find it, and the command says where")
  func data() throws {
    let folder = try WorkFolder()
    let run = try folder.shell("mkdir elsewhere && cd elsewhere && vicinity import datasets/stuttgart-bars.jsonl")
    let place = try #require(run.error.firstMatch(of: /Nothing was imported from it. The sample data is in (.+)\./)?.1)
    #expect(try folder.shell("ls \(place)/stuttgart-bars.jsonl").status == 0)
    #expect(!(try folder.shell("vicinity import other/stuttgart-bars.jsonl").error.contains("sample data")))
  }

  @Test("ends a server that does not end, at the second signal")
  func hanging() throws {
    let run = try WorkFolder().shell(
      """
      mkdir temporary
      TMPDIR=$PWD/temporary python3 - <<'END'
      import os, re, signal, subprocess
      demo = subprocess.Popen(["vicinity", "demo"], stdout=subprocess.PIPE, text=True)
      for line in demo.stdout:
          if re.search(r"(http://127.0.0.1:[0-9]+/map)$", line): break
      else: raise SystemExit("no address of a map")
      server = int(open(f"/proc/{demo.pid}/task/{demo.pid}/children").read().split()[0])
      # A stopped process does not handle SIGTERM.
      os.kill(server, signal.SIGSTOP)
      signals = 0
      while signals < 600:
          demo.send_signal(signal.SIGINT)
          signals += 1
          try: status = demo.wait(0.1)
          except subprocess.TimeoutExpired: continue
          break
      print(status, signals > 1, os.path.exists(f"/proc/{server}"))
      END
      ls temporary
      """)
    #expect(run.output == "1 True False\n", "\(run.output) \(run.error)")
  }

  @Test("reads the lines of the server's log, and not more of a line than a limit")
  func lines() {
    var lines = LogLines()
    #expect(lines.append("a\nbä".utf8.dropLast(1)) == ["a"])
    #expect(lines.append("ä\n\nc".utf8.dropFirst(1)) == ["bä", ""])
    for _ in 0..<100 { #expect(lines.append(Array(repeating: UInt8(ascii: "x"), count: 1000)) == []) }
    #expect(lines.append("\nd\n".utf8).map(\.count) == [LogLines.longest, 1])
  }
}
