import Streams
import Synchronization
import Testing

struct OrderedPipelineTests {
  struct Stop: Error {}

  @Test(arguments: [(1, 1), (2, 3), (5, 2), (8, 40)])
  func `results keep the order of the pieces and no more exist than allowed`(threads: Int, capacity: Int) throws {
    let received = Mutex<[Int]>([])
    let made = Mutex(0)
    let pipeline = OrderedPipeline<Int, Int>(
      capacity: capacity, work: { number, _ in number * 2 }, sink: { result in received.withLock { $0.append(result) } }
    )
    try pipeline.run(threads: threads) {
      let (number, done) = (made.withLock { $0 }, received.withLock { $0.count })
      #expect(number - done <= capacity + 1)
      guard number < 500 else { return nil }
      made.withLock { $0 += 1 }
      return number
    }
    #expect(received.withLock { $0 } == (0..<500).map { $0 * 2 })
  }

  @Test func `a sink that fails stops the run`() {
    let made = Mutex(0)
    let pipeline = OrderedPipeline<Int, Int>(
      capacity: 4, work: { number, _ in number }, sink: { if $0 == 10 { throw Stop() } })
    #expect(throws: Stop.self) {
      try pipeline.run(threads: 3) {
        made.withLock {
          $0 += 1; return $0
        }
      }
    }
    #expect(made.withLock { $0 } < 100)
  }

  @Test func `a source that fails ends the run after what it gave`() {
    let received = Mutex(0)
    let made = Mutex(0)
    let pipeline = OrderedPipeline<Int, Int>(
      capacity: 4, work: { number, _ in number }, sink: { _ in received.withLock { $0 += 1 } })
    #expect(throws: Stop.self) {
      try pipeline.run(threads: 2) {
        let number = made.withLock {
          $0 += 1; return $0
        }
        if number > 20 { throw Stop() }
        return number
      }
    }
    #expect(received.withLock { $0 } == 20)
  }

  @Test(arguments: [1, 2, 6])
  func `parts come in order, and only those of the piece that is due`(threads: Int) throws {
    let received = Mutex<[[Int]]>([])
    let pipeline = OrderedPipeline<Int, [Int]>(capacity: 9) { number, handOn in
      for part in 0..<(number % 5) where !handOn([number, part]) { return [] }
      return [number, 99]
    } sink: { part in
      received.withLock { $0.append(part) }
    }
    let made = Mutex(0)
    try pipeline.run(threads: threads) {
      made.withLock { number in
        guard number < 200 else { return nil }
        number += 1
        return number - 1
      }
    }
    #expect(received.withLock { $0 } == (0..<200).flatMap { n in (0..<(n % 5)).map { [n, $0] } + [[n, 99]] })
  }

  @Test func `a sink that fails in the middle of a piece ends the run`() {
    let handed = Mutex(0)
    let pipeline = OrderedPipeline<Int, Int>(capacity: 4) { _, handOn in
      while handOn(1) { handed.withLock { $0 += 1 } }
      return 0
    } sink: { _ in
      if handed.withLock({ $0 }) > 50 { throw Stop() }
    }
    #expect(throws: Stop.self) { try pipeline.run(threads: 3) { 1 } }
  }
}
