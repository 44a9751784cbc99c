import Testing

@testable import VicinityFormats

@Suite("Formulas in cells") struct FormulaTextTests {
  @Test(arguments: [
    "=1+1", "@x", "+SUM(A1)", "-x", "\tx", "'=1", "''=1", "+40 265 123", "-5.2", "Jazz", "'n Sync", "'", "",
  ])
  func `come back as they were`(text: String) { #expect(FormulaText.text(of: FormulaText.cell(of: text)) == text) }

  @Test(arguments: [("=1+1", "'=1+1"), ("'=1", "''=1"), ("+40 265", "+40 265"), ("'n Sync", "'n Sync")])
  func `are guarded, other texts are not`(text: String, cell: String) { #expect(FormulaText.cell(of: text) == cell) }
}
