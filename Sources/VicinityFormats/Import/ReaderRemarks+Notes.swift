import Vicinity

extension ReaderRemarks {
  mutating func noteForeignText(firstLine: Int?) {
    guard let firstLine else { return }
    notes.append("not UTF-8 throughout (first in line \(firstLine)); such text was read as Windows-1252.")
  }
}
