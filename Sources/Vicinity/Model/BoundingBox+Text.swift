import Geography

extension BoundingBox {
  /// Its sides as `--bbox` takes them, to 10^-4 degrees: `9.1,48.7,9.3,48.9`.
  package var bboxText: String { bbox.map { FieldValue.decimal($0, places: 4).plainText }.joined(separator: ",") }
}
