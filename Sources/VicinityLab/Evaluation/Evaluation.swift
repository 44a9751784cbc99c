import Vicinity

/// Measures how well the model recommends what members visited next, beside what is popular and what is near.
public struct Evaluation: Sendable {
  private let data: CheckIns
  private let settings: RecommendationSettings
  private let threads: Int
  private let clock: BenchClock
  private let peakMemory: @Sendable () -> Int

  /// A list for one member, as it can be written out.
  public struct List: Sendable {
    /// Who it is for.
    public var member: String
    /// Places, the best first.
    public var places: [String]
    /// Nanoseconds that it took.
    public var duration: UInt64

    /// Takes the parts.
    public init(member: String, places: [String], duration: UInt64) {
      (self.member, self.places, self.duration) = (member, places, duration)
    }
  }

  /// Makes an evaluation.
  ///
  /// - Parameters:
  ///   - threads: how many make the model; lists are made one after the other, so that their times are true.
  ///   - peakMemory: the most bytes that the process has taken so far.
  public init(
    _ data: CheckIns, settings: RecommendationSettings = .init(), threads: Int, clock: BenchClock,
    peakMemory: @escaping @Sendable () -> Int
  ) {
    (self.data, self.settings, self.threads) = (data, settings, max(1, threads))
    (self.clock, self.peakMemory) = (clock, peakMemory)
  }

  /// Makes the model, ranks for every member who visited something next, and measures.
  ///
  /// - Parameter list: gets the model's list for each of them.
  public func run(_ list: (List) throws -> Void) throws -> EvaluationReport {
    let began = clock.wall()
    let model = RecommendationModel(fitting: data, settings: settings, threads: threads)
    var report = EvaluationReport()
    report.fitting = clock.wall() - began
    let baselines = BaselineRankers(data)
    let ranker = model.ranker()
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
