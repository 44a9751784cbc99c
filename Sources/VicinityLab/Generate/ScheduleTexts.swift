/// Generates opening hours of bars in the syntax of the OSM key `opening_hours`.
enum ScheduleTexts {
  /// Distinct texts; the first ones are the most common ways to write them.
  static func distinct(_ count: Int, _ random: inout SplitMix64) -> [String] {
    var texts: [String] = []
    var seen: Set<String> = []
    while texts.count < count {
      let text = text(&random)
      if seen.insert(text).inserted { texts.append(text) }
    }
    return texts
  }

  private static func text(_ random: inout SplitMix64) -> String {
    switch random.below(20) {
    case 0...2: "Mo-Su \(evening(&random))"
    case 3...5: longWeekend(&random)
    case 6...7: "\(dayRange(&random)) \(evening(&random))"
    case 8...9: "Mo-Fr \(span(8...12, 18...24, &random)); Sa,Su \(span(9...13, 20...26, &random))"
    case 10: "Mo-Fr 11:30-14:30,\(evening(&random)); Sa \(evening(&random)); Su off"
    case 11: "\(dayRange(&random)) \(span(9...12, 14...15, &random)),\(evening(&random))"
    case 12: "\(evening(&random)); PH off"
    case 13: "Su-We \(evening(&random)); Th-Sa \(evening(&random))"
    case 14: "Mo,Tu off; We-Su \(evening(&random))"
    case 15: "Fr,Sa \(span(21...23, 27...30, &random))"
    case 16: "Mo-Sa \(span(7...11, 19...23, &random)); Su,PH \(span(9...12, 17...22, &random))"
    case 17: "Apr-Oct \(dayRange(&random)) \(evening(&random)); Nov-Mar Th-Su \(evening(&random))"
    case 18: rare(&random)
    default:
      "Mo-Th \(evening(&random)); Fr \(evening(&random)); Sa \(evening(&random)); Su \(span(10...14, 20...23, &random))"
    }
  }

  private static func longWeekend(_ random: inout SplitMix64) -> String {
    let opens = time(half: random.within(32...40))
    let early = time(half: random.within(46...51))
    let late = time(half: random.within(51...58))
    return "Su-Th \(opens)-\(early); Fr,Sa \(opens)-\(late)"
  }

  private static func rare(_ random: inout SplitMix64) -> String {
    switch random.below(6) {
    case 0: "24/7"
    case 1: "\(dayRange(&random)) \(time(half: random.within(32...42)))+"
    case 2: "\(dayRange(&random)) \(evening(&random)) \"by appointment\""
    case 3: "ask at the \(random.pick(["bar", "kitchen", "door", "counter", "neighbour's"]))"
    case 4: "week 1-53/2 Fr,Sa \(evening(&random)); Su off"
    default: "Mo-Su \(evening(&random)); Mo[1] off"
    }
  }

  private static func dayRange(_ random: inout SplitMix64) -> String {
    random.pick(["Mo-Sa", "Tu-Su", "Tu-Sa", "We-Su", "We-Sa", "Th-Sa", "Th-Su", "Mo-Fr", "Fr-Su", "Mo,We-Su"])
  }

  private static func evening(_ random: inout SplitMix64) -> String { span(16...20, 22...28, &random) }

  /// Start and end in hours from midnight, to the half hour.
  private static func span(_ from: ClosedRange<Int>, _ to: ClosedRange<Int>, _ random: inout SplitMix64) -> String {
    let opens = random.within(from.lowerBound * 2...from.upperBound * 2)
    let closes = random.within(to.lowerBound * 2...to.upperBound * 2)
    return "\(time(half: opens))-\(time(half: closes))"
  }

  /// Half hours from midnight as a time of day: 51 is 01:30, 48 is 24:00.
  private static func time(half halves: Int) -> String {
    let hour = halves / 2 > 24 || halves == 49 ? halves / 2 - 24 : halves / 2
    return "\(hour < 10 ? "0" : "")\(hour):\(halves % 2 == 0 ? "00" : "30")"
  }
}
