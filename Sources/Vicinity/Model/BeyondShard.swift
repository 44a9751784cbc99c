import CodedErrors

/// The file is a part of a divided catalog, and the answer may depend on listings that only other parts have.
public struct BeyondShard: CodedError, Hashable {
  /// The number of the file that may have all listings the answer depends on, from 0; nil if none is known to.
  public var file: Int?

  /// Makes an error.
  public init(file: Int? = nil) { self.file = file }

  /// Stable, for programs.
  public var code: String { "beyond-shard" }

  /// What the answer needs.
  public var description: String {
    let reason = "the answer may depend on listings outside of this part of the catalog"
    return file.map { "\(reason); part \($0) may have it" } ?? "\(reason); only the whole catalog has it"
  }
}
