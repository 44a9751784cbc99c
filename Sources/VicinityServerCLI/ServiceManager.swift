import Foundation

/// The program that started this process and waits until it is ready: systemd, by the protocol of sd_notify(3).
enum ServiceManager {
  /// Reports that requests are accepted. Does nothing if no program waits.
  ///
  /// - Parameter status: a line for people.
  static func reportReady(_ status: String) {
    #if os(Linux)
      var path = Array(ProcessInfo.processInfo.environment["NOTIFY_SOCKET", default: ""].utf8)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      guard let first = path.first, path.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
      // Such a name is that of no file: its first byte is 0.
      if first == UInt8(ascii: "@") { path[0] = 0 }
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
      let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      guard descriptor >= 0 else { return }
      defer { close(descriptor) }
      let text = "READY=1\nSTATUS=\(status)"
      let length = socklen_t(MemoryLayout<sa_family_t>.size + path.count)
      // A manager that does not read its messages must not stop the server.
      var limit = timeval(tv_sec: 1, tv_usec: 0)
      setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
      // If this fails, there is no other way to reach the manager.
      withUnsafePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          _ = sendto(descriptor, text, text.utf8.count, Int32(MSG_NOSIGNAL), address, length)
        }
      }
    #endif
  }
}
