import Testing

@testable import Vicinity
@testable import VicinityFormats

@Suite("Prices in prose")
struct PriceTextTests {
  static let certain: [(text: String, amount: Double, currency: String?)] = [
    ("4,50 €", 4.5, "EUR"), ("€4.50", 4.5, "EUR"), ("$1,234.00", 1234, "USD"), ("EUR 12", 12, "EUR"),
    ("12 euros por persona", 12, "EUR"), ("Entrada: 5 EUR", 5, "EUR"), ("EUR: 12", 12, "EUR"), ("12", 12, nil),
    (" 4.50 ", 4.5, nil), ("ab 18 Uhr 5 €", 5, "EUR"), ("ALL tickets 5 euros", 5, "EUR"), ("5,- €", 5, "EUR"),
    ("CHF 5.–", 5, "CHF"), ("12 € (reduced 8 €)", 12, "EUR"), ("12/8 €", 12, "EUR"), ("12 €, children free", 12, "EUR"),
    ("20.00 Uhr, 7,50 Euro", 7.5, "EUR"), ("Eintritt frei? 3 Euro", 3, "EUR"), ("US$20", 20, "USD"), ("free", 0, nil),
    ("Entrada gratuita", 0, nil), ("1'200 CHF", 1200, "CHF"), ("EUR 10 EUR 5", 10, "EUR"), ("50 zł", 50, "PLN"),
    ("5-10 €", 5, "EUR"), ("5 – 10 EUR", 5, "EUR"), ("€5 - €10", 5, "EUR"), ("12 EUR - 18 EUR", 12, "EUR"),
    ("1 000 €", 1000, "EUR"), ("12 000 Ft", 12_000, "HUF"), ("1\u{A0}234,50 €", 1234.5, "EUR"),
    ("EUR 1\u{202F}000\u{202F}000", 1_000_000, "EUR"), ("1 000 - 2 000 Ft", 1000, "HUF"),
    ("ab 18 Uhr 100 €", 100, "EUR"),
    ("2 5000 Ft", 5000, "HUF"), ("Eintritt 1 000 Ft", 1000, "HUF"), ("10 200", 10_200, nil),
    ("12 500 Ft", 12_500, "HUF"), ("Eintritt 12\u{A0}500 Ft", 12_500, "HUF"), ("1 000.5 PLN", 1000.5, "PLN"),
  ]

  @Test("are found where number and currency are neighbors", arguments: certain)
  func found(text: String, amount: Double, currency: String?) {
    #expect(PriceText.price(in: text, defaultCurrency: nil) == Price(amount: amount, currency: currency))
    if currency == nil {
      #expect(PriceText.price(in: text, defaultCurrency: "EUR") == Price(amount: amount, currency: "EUR"))
    }
  }

  static let uncertain = [
    "taquilla MAD, gastos 1,50 euros. Desde 9,90 euros", "taquilla MAD, Nave 16", "free before 10 pm, then 8 EUR",
    "free before 10 pm", "VVK 5 €, AK 7 €", "doors 20:00", "Nave 16",
    "kl 19 150 kr", "Nave 16 100 €", "€5 500 ml", "-5 €", "MAD 16 €", "5 EUR, 6 USD", "", "on request", "10 € / 12 USD",
    "2 for $10", "3 für 12 €", "$15 adv / $20 door", "Members free, others $8",
  ]

  @Test("are left out where that is not certain", arguments: uncertain)
  func leftOut(text: String) {
    #expect(PriceText.price(in: text, defaultCurrency: "EUR") == nil)
  }

  static let local: [(text: String, zone: String?, amount: Double?, currency: String?)] = [
    ("$20", nil, 20, "USD"), ("$20", "America/New_York", 20, "USD"), ("$20", "Australia/Sydney", 20, "AUD"),
    ("$20", "America/Toronto", 20, "CAD"), ("$20", "America/Mexico_City", 20, "MXN"), ("NT$300", nil, 300, "TWD"),
    ("A$20", "America/New_York", 20, "AUD"), ("HK$50", nil, 50, "HKD"), ("R$ 15", nil, 15, "BRL"),
    ("120 kr", nil, nil, nil), ("120 kr", "Europe/Copenhagen", 120, "DKK"), ("120 kr", "Europe/Oslo", 120, "NOK"),
    ("120 kr", "Europe/Stockholm", 120, "SEK"), ("kr. 120,-", "Europe/Copenhagen", 120, "DKK"),
    ("120 kr", "Europe/Berlin", nil, nil), ("10€50", nil, 10.5, "EUR"), ("Fr. 12.-", "Europe/Zurich", 12, "CHF"),
    ("1000円", nil, 1000, "JPY"), ("300 руб", nil, 300, "RUB"), ("100 грн", nil, 100, "UAH"),
    ("150 TL", nil, 150, "TRY"),
    ("12 лв.", nil, 12, "BGN"), ("20元", nil, 20, "CNY"), ("Eintritt frei", nil, 0, nil), ("entrée libre", nil, 0, nil),
    ("entrada libre", nil, 0, nil),
    ("5000 francs CFA", "Africa/Abidjan", 5000, "XOF"), ("5000 FCFA", "Africa/Douala", 5000, "XAF"),
    ("20 francs", "Europe/Paris", nil, nil), ("20 francs", "Europe/Zurich", 20, "CHF"), ("20 francs", nil, nil, nil),
    ("Rs 250", "Indian/Mauritius", 250, "MUR"), ("Rs 250", "Asia/Kolkata", 250, "INR"), ("Rs 250", nil, 250, "INR"),
    ("£50", "Africa/Cairo", 50, "EGP"), ("LE 50", "Africa/Cairo", 50, "EGP"), ("£50", "Europe/Berlin", 50, "GBP"),
    ("$20", "America/Jamaica", 20, "JMD"), ("$20", "Africa/Windhoek", 20, "NAD"), ("$20", "Pacific/Fiji", 20, "FJD"),
    ("$20", "America/Matamoros", 20, "MXN"), ("$20", "America/Guayaquil", 20, "USD"), ("$20", "Asia/Tokyo", 20, "USD"),
    ("$20", "America/Argentina/Ushuaia", 20, "ARS"), ("R50", "Africa/Johannesburg", 50, "ZAR"),
    ("Rp50rb", nil, 50_000, "IDR"), ("Rp 50.000", nil, 50_000, "IDR"), ("50k VND", nil, 50_000, "VND"),
    ("3만원", nil, 30_000, "KRW"), ("20 mil pesos", "America/Bogota", 20_000, "COP"), ("1€20 cl", nil, 1, "EUR"),
    ("4€50cl", nil, 4, "EUR"), ("3€90", nil, 3.9, "EUR"), ("200 pesos", nil, nil, nil),
    ("S/ 25", "America/Lima", 25, "PEN"),
    ("2.125", "Asia/Kuwait", 2.125, nil), ("KWD 2.125", nil, 2.125, "KWD"), ("0.500 KWD", nil, 0.5, "KWD"),
    ("0,999 €", nil, 0.999, "EUR"), ("1.500 €", nil, 1500, "EUR"), ("10:00 €", nil, nil, nil),
    ("20 %", nil, nil, nil), ("99 ¢", nil, nil, nil), ("1e5 €", nil, nil, nil), ("10 + 2 €", nil, nil, nil),
    ("C$ 500", "America/Managua", 500, "NIO"), ("C$ 5", "America/Toronto", 5, "CAD"),
    ("10 manat", "Asia/Ashgabat", 10, "TMT"), ("50 lira", "Asia/Beirut", 50, "LBP"), ("FOR ALL 10", nil, nil, nil),
    ("TOP 10 EUR", nil, 10, "EUR"), ("100 dinars", "Africa/Tunis", 100, "TND"),
    ("100 dhs", "Africa/Casablanca", 100, "MAD"),
  ]

  @Test("take signs of several currencies as the place does", arguments: local)
  func localSigns(text: String, zone: String?, amount: Double?, currency: String?) {
    let price = PriceText.price(in: text, defaultCurrency: nil, zone: zone)
    #expect(price == amount.flatMap { Price(amount: $0, currency: currency) })
  }
}
