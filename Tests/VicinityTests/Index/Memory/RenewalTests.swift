import Foundation
import Streams
import Synchronization
import Testing

@testable import Vicinity

@Suite("A value rebuilt after changes")
struct RenewalTests {
  private final class Number: Sized {
    let value: Int
    let byteCount = 100

    init(_ value: Int) { self.value = value }
  }

  private struct Broken: Error {}

  private static func make(_ value: Int, in renewal: Renewal<Int, Number>) throws {
    let ending = try #require(renewal.begin(named: "test", because: .wait) { _ in (value, Number(value)) })
    #expect(try ending.wait(until: nil))
  }

  @Test("is used while it is rebuilt, by one thread at a time, with the same size")
  func former() throws {
    let renewal = Renewal<Int, Number>()
    #expect(renewal.usable() == nil && !renewal.isWanted && renewal.byteCount == 0)
    try Self.make(1, in: renewal)
    #expect(renewal.usable()?.value.value == 1 && renewal.byteCount == 100 && renewal.count == 1)
    let gate = DispatchSemaphore(value: 0)
    let making = renewal.begin(named: "test", because: .wait) { last in
      gate.wait()
      return (2, Number((last?.value ?? 0) + 10))
    }
    for _ in 0..<3 {
      let other = renewal.begin(named: "test", because: .wait) { _ in throw Broken() }
      #expect(other === making, "a later change does not end what is being made")
    }
    #expect(renewal.usable()?.value.value == 1 && renewal.byteCount == 100)
    gate.signal()
    #expect(try making?.wait(until: nil) == true)
    #expect(renewal.usable()?.value.value == 11 && renewal.byteCount == 100 && renewal.count == 2)
  }

  @Test("is rebuilt once more after a change during the build, but not after mere use")
  func due() throws {
    let renewal = Renewal<Int, Number>()
    let (begun, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let makings = Atomic(0)
    let make: @Sendable (Number?) throws -> (key: Int, value: Number) = { _ in
      let number = makings.add(1, ordering: .relaxed).newValue
      begun.signal()
      gate.wait()
      return (number, Number(number))
    }
    let first = renewal.begin(named: "test", because: .wait, make)
    begun.wait()
    #expect(renewal.begin(named: "test", because: .use, make) === first)
    gate.signal()
    #expect(try first?.wait(until: nil) == true)
    #expect(renewal.usable()?.key == 1)
    let second = renewal.begin(named: "test", because: .wait, make)
    begun.wait()
    #expect(renewal.begin(named: "test", because: .change, make) === second)
    gate.signal()
    #expect(try second?.wait(until: nil) == true)
    // A build that takes longer than others is repeated by the next caller that needs it.
    let third = renewal.begin(named: "test", because: .wait, make)
    gate.signal()
    #expect(try third?.wait(until: nil) == true)
    #expect(renewal.usable()?.key == 3)
    // For one that may have been begun once more.
    gate.signal()
  }

  @Test("is not used forever when it cannot be rebuilt")
  func age() throws {
    let renewal = Renewal<Int, Number>(longestUse: .zero)
    try Self.make(1, in: renewal)
    #expect(renewal.usable() != nil, "nothing newer is known of")
    #expect(throws: Broken.self) {
      try renewal.begin(named: "test", because: .wait) { _ in throw Broken() }?.wait(until: nil)
    }
    #expect(renewal.usable() == nil)
    try Self.make(2, in: renewal)
    #expect(renewal.usable()?.value.value == 2)
  }

  @Test("satisfies callers from before the build started, whatever has changed since")
  func instants() throws {
    let renewal = Renewal<Int, Number>()
    let before = ContinuousClock.now
    try Self.make(1, in: renewal)
    #expect(renewal.made(of: 1, orSince: .now)?.key == 1)
    #expect(renewal.made(of: 2, orSince: .now) == nil)
    #expect(renewal.made(of: 2, orSince: before)?.key == 1)
  }
}
