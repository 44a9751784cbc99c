extension Kind {
  /// 0, 1, 2 in the order of `allCases`.
  @inline(__always) var ordinal: Int {
    switch self {
    case .bar: 0
    case .event: 1
    case .couch: 2
    }
  }
}
