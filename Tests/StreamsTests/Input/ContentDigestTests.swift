import Streams
import Testing
import VicinityLab

@Suite("The digest of content")
struct ContentDigestTests {
  private static func digest(_ pieces: [ArraySlice<UInt8>]) -> String {
    var digest = ContentDigest()
    for piece in pieces { piece.withUnsafeBytes { digest.update($0) } }
    return digest.hexadecimal()
  }

  @Test(
    "is SHA-256, as in the examples of FIPS 180-4",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
      ),
    ])
  func examples(text: String, expected: String) {
    #expect(Self.digest([Array(text.utf8)[...]]) == expected)
    #expect(ContentDigest.isDigest(expected) && !ContentDigest.isDigest(text))
  }

  @Test("does not depend on the pieces in which the bytes come")
  func pieces() {
    var random = SplitMix64(seed: 7)
    for count in [1, 55, 56, 63, 64, 65, 119, 120, 128, 1000] {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      var (pieces, rest): ([ArraySlice<UInt8>], ArraySlice<UInt8>) = ([], bytes[...])
      while !rest.isEmpty {
        pieces.append(rest.prefix(Int.random(in: 0...80, using: &random)))
        rest = rest.dropFirst(pieces.last?.count ?? 0)
      }
      #expect(Self.digest(pieces) == Self.digest([bytes[...]]), "\(count) bytes")
    }
  }
}
