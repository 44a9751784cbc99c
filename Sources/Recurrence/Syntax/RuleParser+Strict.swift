extension RuleParser {
  /// Rejects whatever RFC 5545, 3.3.10 forbids with "MUST NOT".
  func checkStrictly(_ rule: RecurrenceRule) throws(RecurrenceError) {
    for (isBroken, expected) in broken(rule) where isBroken {
      throw RecurrenceError(text, at: 0, found: text, expected: expected)
    }
  }

  private func broken(_ rule: RecurrenceRule) -> [(Bool, String)] {
    let isYearly = rule.frequency == .yearly
    let hasOrdinals = rule.weekdays.contains { $0.ordinal != 0 }
    let takesYearDays = isYearly || rule.frequency.isSubDaily
    let isAlone = !rule.daysAreGiven && !rule.timesAreGiven
    return [
      (rule.count != nil && rule.until != nil, "COUNT or UNTIL, not both"),
      (!rule.weekNumbers.isEmpty && !isYearly, "BYWEEKNO only with FREQ=YEARLY"),
      (!rule.yearDays.isEmpty && !takesYearDays, "no BYYEARDAY with FREQ=DAILY, WEEKLY or MONTHLY"),
      (!rule.monthDays.isEmpty && rule.frequency == .weekly, "no BYMONTHDAY with FREQ=WEEKLY"),
      (hasOrdinals && !isYearly && rule.frequency != .monthly, "numbers in BYDAY only with FREQ=MONTHLY or YEARLY"),
      (hasOrdinals && !rule.weekNumbers.isEmpty, "no numbers in BYDAY together with BYWEEKNO"),
      (!rule.setPositions.isEmpty && isAlone, "another part beginning with BY in addition to BYSETPOS"),
    ]
  }
}
