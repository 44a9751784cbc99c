import Foundation

/// The metrics of a process that are standard in Prometheus, from Linux (proc(5)).
package enum ProcessMetrics {
  package static func text() -> String {
    guard let stat = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8), let end = stat.lastIndex(of: ")")
    else { return "" }
    // From the third field on: the second one, the name, may contain spaces.
    let fields = stat[stat.index(after: end)...].split(separator: " ").map { Double($0) ?? 0 }
    guard fields.count > 21 else { return "" }
    let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
    let pages = Double(sysconf(Int32(_SC_PAGESIZE)))
    let files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    return [
      line("process_cpu_seconds_total", "counter", "User and system time.", (fields[11] + fields[12]) / ticks),
      line(
        "process_start_time_seconds", "gauge", "When the process started, in seconds since 1970.",
        started(afterBoot: fields[19] / ticks)),
      line("process_resident_memory_bytes", "gauge", "Resident memory.", fields[21] * pages),
      line("process_open_fds", "gauge", "Open files and connections.", Double(files)),
      line("process_max_fds", "gauge", "The most open files and connections.", Double(OpenFiles.limit)),
    ].joined()
  }

  /// - Parameter seconds: between the start of the machine and that of the process.
  private static func started(afterBoot seconds: Double) -> Double {
    let stat = (try? String(contentsOfFile: "/proc/stat", encoding: .utf8)) ?? ""
    let boot = stat.split(separator: "\n").first { $0.hasPrefix("btime ") }?.split(separator: " ").last
    return (boot.flatMap { Double($0) } ?? 0) + seconds
  }

  private static func line(_ name: String, _ type: String, _ help: String, _ value: Double) -> String {
    "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n\(name) \(value)\n"
  }
}
