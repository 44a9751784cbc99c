import Foundation
import Streams
import Vicinity

/// Reads canonical JSON Lines on all cores: blocks of lines are parsed in parallel, their rows are returned in file
/// order.
///
/// Memory is a few blocks and their rows, whatever the size of the file.
final class CanonicalLinesReader: ListingReader {
  private let blocks: LineBlocks
  private let workers: OrderedWorkers<[UInt8], CanonicalBlock>
  private let capacity: Int
  private var current = CanonicalBlock()
  private var nextRow = 0
  private var linesBefore = 0
  private var counts = ReaderRemarks()
  private var firstForeignLine: Int?
  /// The reason that ended the reading of blocks, reported after the rows before it.
  private var ending: Ending?

  private enum Ending {
    case ended
    case failed(InputError)
  }

  init(_ blocks: LineBlocks, options: ImportOptions) {
    self.blocks = blocks
    let threads = max(1, ProcessInfo.processInfo.activeProcessorCount)
    let decoder = options.decoder
    workers = OrderedWorkers(threads: threads) { CanonicalBlock(parsing: $0, with: decoder) }
    capacity = threads + 2
  }

  func next() throws(InputError) -> ImportedRow? {
    while nextRow == current.rows.count {
      guard try takeBlock() else { return nil }
    }
    var row = current.rows[nextRow]
    row.line += linesBefore
    nextRow += 1
    return row
  }

  /// Makes the next block the current one; false at the end.
  private func takeBlock() throws(InputError) -> Bool {
    while ending == nil, workers.outstanding < capacity { submitBlock() }
    linesBefore += current.lineCount
    current = CanonicalBlock()
    nextRow = 0
    guard workers.outstanding > 0 else {
      if case .failed(let error) = ending { throw error.afterLines(linesBefore) }
      return false
    }
    current = workers.take()
    counts.add(current.remarks)
    if firstForeignLine == nil { firstForeignLine = current.firstForeignLine.map { $0 + linesBefore } }
    return true
  }

  private func submitBlock() {
    do throws(InputError) {
      if let block = try blocks.next() { workers.submit(block) } else { ending = .ended }
    } catch {
      ending = .failed(error)
    }
  }

  var rowText: String { current.text(nextRow - 1) }

  var remarks: ReaderRemarks {
    var remarks = counts
    remarks.noteForeignText(firstLine: firstForeignLine)
    return remarks
  }
}
