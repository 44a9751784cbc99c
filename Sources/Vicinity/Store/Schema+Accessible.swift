extension Schema {
  /// Added by version 5: whether a listing can be reached and used in a wheelchair.
  static let accessible = """
    ALTER TABLE listing ADD COLUMN accessible TEXT CHECK (accessible IN ('yes', 'limited', 'no'));
    """
}
