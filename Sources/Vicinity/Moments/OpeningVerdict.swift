import Hours

/// The opening state throughout the requested time.
enum OpeningVerdict: UInt8 {
  case open, closed, unknown
  /// It has opened (`18:00+`), but the closing time is unknown.
  case openEnd
}

extension OpeningVerdict {
  /// The state shown to users.
  var state: OpeningState {
    switch self {
    case .open: .open
    case .closed: .closed
    case .unknown, .openEnd: .unknown
    }
  }

  /// The verdict for every instant of an interval.
  init(_ interval: HoursInterval) {
    switch interval.state {
    case .open: self = .open
    case .closed: self = .closed
    case .unknown: self = interval.isOpenEnd ? .openEnd : .unknown
    }
  }
}
