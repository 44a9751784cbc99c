import Foundation

/// The memory usage of this process.
package enum ProcessMemory {
  /// The peak memory so far, in bytes.
  package static var peak: Int {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #else
      // On Linux the constant has its own type, and the value is in kibibytes.
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss * 1024
    #endif
  }
}
