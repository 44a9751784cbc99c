import Hours

/// The state during the moments asked for.
enum OpeningVerdict: UInt8 {
  case open, closed, unknown
  /// Nobody knows until when it stays open, but it did open (`18:00+`).
  case openEnd
}

extension OpeningVerdict {
  /// What it tells users.
  var state: OpeningState {
    switch self {
    case .open: .open
    case .closed: .closed
    case .unknown, .openEnd: .unknown
    }
  }

  /// What is known of every instant of an interval.
  init(_ interval: HoursInterval) {
    switch interval.state {
    case .open: self = .open
    case .closed: self = .closed
    case .unknown: self = interval.isOpenEnd ? .openEnd : .unknown
    }
  }
}
