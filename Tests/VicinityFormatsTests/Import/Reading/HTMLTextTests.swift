import Testing

@testable import VicinityFormats

@Suite("References to characters") struct HTMLTextTests {
  static let references: [(text: String, expected: String)] = [
    ("M&uuml;ller &amp; Co", "Müller & Co"), ("caf&eacute;", "café"), ("&#8211;", "–"), ("&#x2013;", "–"),
    ("&#150;", "–"),
    ("&hellip;&rsquo;&euro;&szlig;&Aacute;", "…’€ßÁ"), ("5 &lt; 6", "5 < 6"), ("AT&T", "AT&T"), ("R&B", "R&B"),
    ("&unknown;", "&unknown;"), ("a & b", "a & b"), ("&#0;", "&#0;"), ("&#xD800;", "&#xD800;"), ("&Omega;", "Ω"),
    ("&Lstrok;&oacute;d&zacute; &ccaron;", "Łódź č"), ("&CounterClockwiseContourIntegral;", "∳"),
    ("&check;&fjlig;", "✓fj"),
    ("&amp;eacute;", "&eacute;"), ("&copy 2026", "&copy 2026"), ("a&nbsp;b", "a b"),
  ]

  @Test("are decoded by name and number, and others stay", arguments: references)
  func decoded(text: String, expected: String) { #expect(HTMLText.plain(text) == expected) }
}
