import CivilTime

extension HolidayTable {
  /// The United Kingdom and its nations.
  ///
  /// Sources: Banking and Financial Dealings Act 1971, schedule 1; St Andrew's Day Bank Holiday (Scotland) Act 2007;
  /// royal proclamations for the single days; gov.uk/bank-holidays. A holiday on a weekend stays a holiday, and the
  /// next weekday that is not a holiday becomes the substitute day.
  static let unitedKingdom = HolidayTable(
    country: "GB",
    regions: [
      HolidayRegion("ENG", "England"), HolidayRegion("WLS", "Wales", "Cymru"),
      HolidayRegion("SCT", "Scotland", "Alba"), HolidayRegion("NIR", "Northern Ireland"),
    ],
    substituteSuffix: " (substitute day)",
    rules: [
      HolidayRule(.date(1, 1), "New Year's Day", "New Year's Day", substitute: .nextWorkday),
      HolidayRule(.date(1, 2), "2nd January", "2nd January", in: "SCT", substitute: .nextWorkday),
      HolidayRule(.date(3, 17), "St Patrick's Day", "Saint Patrick's Day", in: "NIR", substitute: .nextWorkday),
      HolidayRule(.easter(-2), "Good Friday", "Good Friday"),
      HolidayRule(.easter(1), "Easter Monday", "Easter Monday", in: "ENG WLS NIR"),
      HolidayRule(.once(2011, 4, 29), "Royal wedding bank holiday", "Royal Wedding"),
      HolidayRule(.nth(1, .monday, 5), "Early May bank holiday", "Early May Bank Holiday", except: [2020]),
      HolidayRule(.once(2020, 5, 8), "Early May bank holiday (VE day)", "Early May Bank Holiday"),
      HolidayRule(.once(2023, 5, 8), "Bank holiday for the coronation of King Charles III", "Coronation Bank Holiday"),
      HolidayRule(.nth(-1, .monday, 5), "Spring bank holiday", "Spring Bank Holiday", except: [2002, 2012, 2022]),
      HolidayRule(.once(2002, 6, 3), "Golden Jubilee bank holiday", "Golden Jubilee"),
      HolidayRule(.once(2002, 6, 4), "Spring bank holiday", "Spring Bank Holiday"),
      HolidayRule(.once(2012, 6, 4), "Spring bank holiday", "Spring Bank Holiday"),
      HolidayRule(.once(2012, 6, 5), "Diamond Jubilee bank holiday", "Diamond Jubilee"),
      HolidayRule(.once(2022, 6, 2), "Spring bank holiday", "Spring Bank Holiday"),
      HolidayRule(.once(2022, 6, 3), "Platinum Jubilee bank holiday", "Platinum Jubilee"),
      HolidayRule(.once(2026, 6, 15), "World Cup bank holiday", "World Cup Bank Holiday", in: "SCT"),
      HolidayRule(.date(7, 12), "Battle of the Boyne", "Battle of the Boyne", in: "NIR", substitute: .nextWorkday),
      HolidayRule(.nth(1, .monday, 8), "Summer bank holiday", "Summer Bank Holiday", in: "SCT"),
      HolidayRule(.nth(-1, .monday, 8), "Summer bank holiday", "Summer Bank Holiday", in: "ENG WLS NIR"),
      HolidayRule(
        .once(2022, 9, 19), "Bank holiday for the State Funeral of Queen Elizabeth II", "Funeral of Elizabeth II"),
      HolidayRule(
        .date(11, 30), "St Andrew's Day", "Saint Andrew's Day", in: "SCT", from: 2007, substitute: .nextWorkday),
      HolidayRule(.date(12, 25), "Christmas Day", "Christmas Day", substitute: .nextWorkday),
      HolidayRule(.date(12, 26), "Boxing Day", "Boxing Day", substitute: .nextWorkday),
    ])
}
