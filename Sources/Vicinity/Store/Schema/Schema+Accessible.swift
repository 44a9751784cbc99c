extension Schema {
  /// Added by version 5: wheelchair access.
  static let accessible = """
    ALTER TABLE listing ADD COLUMN accessible TEXT CHECK (accessible IN ('yes', 'limited', 'no'));
    """
}
