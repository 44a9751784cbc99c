import Foundation

/// What this process has taken.
enum ProcessMemory {
  /// The most memory at any time so far, bytes.
  static var peak: Int {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #else
      // On Linux the constant is of a type of its own, and the number counts kibibytes.
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss * 1024
    #endif
  }
}
