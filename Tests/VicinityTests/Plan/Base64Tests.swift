import Foundation
import Testing
import VicinityLab

@testable import Vicinity

struct Base64Tests {
  @Test(arguments: 0...70)
  func `text equals that of Foundation`(count: Int) {
    var random = SplitMix64(seed: UInt64(count))
    let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    #expect(Base64.text(of: bytes) == Data(bytes).base64EncodedString())
  }
}
