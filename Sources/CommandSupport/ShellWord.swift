extension String {
  /// The text as one word of a command line: in single quotes unless it is plain.
  package var shellWord: String {
    let isPlain = utf8.allSatisfy { byte in
      let scalar = Unicode.Scalar(byte)
      return scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "-._/:@+,=%".unicodeScalars.contains(scalar)
    }
    return isPlain && !isEmpty ? self : "'\(replacing("'", with: "'\\''"))'"
  }
}
