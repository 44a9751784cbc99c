import ArgumentParser

/// How a command ends.
package enum ExitStatus: Int32, Error {
  case done = 0
  /// The command failed.
  case failed = 1
  /// Done, but some rows or lines were refused.
  case someRefused = 2
  /// The command line itself is wrong (`EX_USAGE` of sysexits.h).
  case wrongUsage = 64
}
