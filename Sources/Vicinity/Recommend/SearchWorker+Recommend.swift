extension SearchWorker {
  /// The id of the listing in a row; nil when there is none.
  func id(ofRow fid: Int) throws -> String? {
    try first("SELECT id FROM listing WHERE fid = ?1", fid) { $0.string(0) } ?? nil
  }

  /// The numbers of the tags of the listing in a row.
  func tags(ofRow fid: Int) throws -> [Int] {
    try rows("SELECT tag_id FROM listing_tag WHERE fid = ?1", fid) {
      try StoredRow($0, of: "listing_tag", fid).reference(0, in: StoredRange.number)
    }
  }
}
