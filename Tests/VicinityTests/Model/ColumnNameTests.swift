import Testing

@testable import Vicinity

@Suite("Names of columns")
struct ColumnNameTests {
  static let names: [(name: String, field: Field)] = [
    ("Länge", .lon), ("LÄNGENGRAD", .lon), ("Laenge", .lon), ("Öffnungszeiten", .openingHours), ("La\u{308}nge", .lon),
    ("Währung", .currency), ("Dirección", .address), ("Título", .name), ("Breite", .lat),
  ]

  @Test("are known with umlauts and accents", arguments: names)
  func umlauts(name: String, field: Field) { #expect(Field.guess(name) == field) }
}
