extension [UInt32] {
  /// Sorts the numbers, and leaves each once.
  ///
  /// - Complexity: O(n) if they ascend or are many for the greatest of them, otherwise O(n log n).
  package mutating func sortUniquely() {
    guard let greatest = self.max(), zip(self, dropFirst()).contains(where: { $0 >= $1 }) else { return }
    if Int(greatest) / Self.numbersPerElement < count { return self = fromBits(upTo: greatest) }
    sort()
    var kept = 1
    for index in indices.dropFirst() where self[index] != self[kept - 1] {
      self[kept] = self[index]
      kept += 1
    }
    removeSubrange(kept...)
  }

  /// Up to how many numbers for each element it takes less time to mark them all than to sort.
  private static let numbersPerElement = 2_048

  private func fromBits(upTo greatest: UInt32) -> [UInt32] {
    let wordCount = Int(greatest) / UInt64.bitWidth + 1
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: wordCount) { words in
      words.initialize(repeating: 0)
      for number in self { words[Int(number) / UInt64.bitWidth] |= 1 &<< UInt64(number % 64) }
      var numbers: [UInt32] = []
      numbers.reserveCapacity(count)
      for index in 0..<wordCount {
        var word = words[index]
        while word != 0 {
          numbers.append(UInt32(index * UInt64.bitWidth + word.trailingZeroBitCount))
          word &= word - 1
        }
      }
      return numbers
    }
  }
}
