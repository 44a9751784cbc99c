import CivilTime

extension HolidayTable {
  /// The Netherlands. Source: Algemene termijnenwet art. 3 (1); 27 April since 2014, before it Queen's Day on 30 April.
  ///
  /// Good Friday is not included: art. 3 (2) treats it as a holiday only for deadlines, and shops are open. Liberation
  /// Day is listed every year although many employers observe it only in years divisible by five.
  static let netherlands = HolidayTable(
    country: "NL", acceptsOtherRegions: true, substituteSuffix: "",
    rules: [
      HolidayRule(.date(1, 1), "Nieuwjaarsdag", "New Year's Day"),
      HolidayRule(.easter(0), "Eerste paasdag", "Easter Sunday"),
      HolidayRule(.easter(1), "Tweede paasdag", "Easter Monday"),
      HolidayRule(.date(4, 30), "Koninginnedag", "Queen's Day", to: 2013, substitute: .moves([.sunday: -1])),
      HolidayRule(.date(4, 27), "Koningsdag", "King's Day", from: 2014, substitute: .moves([.sunday: -1])),
      HolidayRule(.date(5, 5), "Bevrijdingsdag", "Liberation Day"),
      HolidayRule(.easter(39), "Hemelvaartsdag", "Ascension Day"),
      HolidayRule(.easter(49), "Eerste pinksterdag", "Whit Sunday"),
      HolidayRule(.easter(50), "Tweede pinksterdag", "Whit Monday"),
      HolidayRule(.date(12, 25), "Eerste kerstdag", "Christmas Day"),
      HolidayRule(.date(12, 26), "Tweede kerstdag", "Second Day of Christmas"),
    ])

  /// Belgium. Source: Royal Decree of 18 April 1974 on holidays, art. 1; the ten legal holidays.
  ///
  /// Names are Dutch and French. The days of the communities, on which only public offices close, are left out.
  static let belgium = HolidayTable(
    country: "BE", acceptsOtherRegions: true,
    rules: [
      HolidayRule(.date(1, 1), "Nieuwjaar / Nouvel An", "New Year's Day"),
      HolidayRule(.easter(1), "Paasmaandag / Lundi de Pâques", "Easter Monday"),
      HolidayRule(.date(5, 1), "Dag van de Arbeid / Fête du Travail", "Labour Day"),
      HolidayRule(.easter(39), "O.L.H. Hemelvaart / Ascension", "Ascension Day"),
      HolidayRule(.easter(50), "Pinkstermaandag / Lundi de Pentecôte", "Whit Monday"),
      HolidayRule(.date(7, 21), "Nationale feestdag / Fête nationale", "National Day"),
      HolidayRule(.date(8, 15), "O.L.V. Hemelvaart / Assomption", "Assumption Day"),
      HolidayRule(.date(11, 1), "Allerheiligen / Toussaint", "All Saints' Day"),
      HolidayRule(.date(11, 11), "Wapenstilstand / Armistice", "Armistice Day"),
      HolidayRule(.date(12, 25), "Kerstmis / Noël", "Christmas Day"),
    ])

  /// Luxembourg. Source: Code du travail art. L. 232-2; Europe Day by the law of 25 April 2019.
  static let luxembourg = HolidayTable(
    country: "LU", acceptsOtherRegions: true,
    rules: [
      HolidayRule(.date(1, 1), "Neijoerschdag", "New Year's Day"),
      HolidayRule(.easter(1), "Ouschterméindeg", "Easter Monday"),
      HolidayRule(.date(5, 1), "Dag vun der Aarbecht", "Labour Day"),
      HolidayRule(.date(5, 9), "Europadag", "Europe Day", from: 2019),
      HolidayRule(.easter(39), "Christi Himmelfaart", "Ascension Day"),
      HolidayRule(.easter(50), "Péngschtméindeg", "Whit Monday"),
      HolidayRule(.date(6, 23), "Nationalfeierdag", "National Day"),
      HolidayRule(.date(8, 15), "Léiffrawëschdag", "Assumption Day"),
      HolidayRule(.date(11, 1), "Allerhellgen", "All Saints' Day"),
      HolidayRule(.date(12, 25), "Chrëschtdag", "Christmas Day"),
      HolidayRule(.date(12, 26), "Stiefesdag", "Saint Stephen's Day"),
    ])
}
