import Vicinity

/// Measures how well the model recommends the next visits of members, compared with popularity and distance.
public struct Evaluation: Sendable {
  private let data: CheckIns
  private let settings: RecommendationSettings
  private let threads: Int
  private let clock: BenchClock
  private let peakMemory: @Sendable () -> Int

  /// The list for one member, for output.
  public struct List: Sendable {
    /// The member.
    public var member: String
    /// The places, best first.
    public var places: [String]
    /// The ranking time in nanoseconds.
    public var duration: UInt64

    /// Makes a list.
    public init(member: String, places: [String], duration: UInt64) {
      (self.member, self.places, self.duration) = (member, places, duration)
    }
  }

  /// Makes an evaluation.
  ///
  /// - Parameters:
  ///   - threads: the number of threads that build the model; lists are made one at a time, so that their times are
  ///     accurate.
  ///   - peakMemory: the peak memory of the process so far, in bytes.
  public init(
    _ data: CheckIns, settings: RecommendationSettings = .init(), threads: Int, clock: BenchClock,
    peakMemory: @escaping @Sendable () -> Int
  ) {
    (self.data, self.settings, self.threads) = (data, settings, max(1, threads))
    (self.clock, self.peakMemory) = (clock, peakMemory)
  }

  /// Builds the model, ranks for every member with next visits, and measures the result.
  ///
  /// - Parameter list: receives the model's list for each of them.
  public func run(_ list: (List) throws -> Void) throws -> EvaluationReport {
    let began = clock.wall()
    let model = RecommendationModel(fitting: data, settings: settings, threads: threads)
    var report = EvaluationReport()
    report.fitting = clock.wall() - began
    let baselines = BaselineRankers(data)
    let ranker = try model.ranker()
    report.rows.append(
      try row("geo-ridge", { try ranker.places(for: $0, limit: 20) }) { member, places, duration in
        try list(List(member: data.members[member], places: places.map { data.places[Int($0)] }, duration: duration))
      })
    report.rows.append(try row("popularity") { baselines.popular(for: $0, limit: 20) })
    report.rows.append(try row("nearest") { baselines.nearest(for: $0, limit: 20) })
    (report.members, report.places) = (data.next.count { !$0.isEmpty }, data.places.count)
    (report.visits, report.affinities) = (data.visits.columns.count, model.affinityCount)
    report.peakMemory = peakMemory()
    return report
  }

  private func row(
    _ name: String, _ rank: (Int) throws -> [Int32], each: (Int, [Int32], UInt64) throws -> Void = { _, _, _ in }
  ) throws -> EvaluationReport.Row {
    var (metrics, durations): ([RankingMetrics], [UInt64]) = ([], [])
    for (member, next) in data.next.enumerated() where !next.isEmpty {
      let began = clock.wall()
      let places = try rank(member)
      let duration = clock.wall() - began
      durations.append(duration)
      let relevant = Set(next)
      metrics.append(RankingMetrics(hits: places.map(relevant.contains), relevant: relevant.count))
      try each(member, places, duration)
    }
    let means = RankingMetrics.Measure.allCases.flatMap { measure in
      RankingMetrics.cutoffs.map { cutoff in
        (measure: measure, cutoff: cutoff, value: MeanWithError(metrics.map { $0[measure, at: cutoff] }))
      }
    }
    return EvaluationReport.Row(name: name, means: means, latency: LatencySummary(durations))
  }
}
