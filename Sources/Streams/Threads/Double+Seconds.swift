extension Double {
  /// A duration in seconds.
  package init(seconds duration: Duration) {
    self = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }
}
