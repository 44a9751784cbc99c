/// SQLite has rolled the whole transaction back, as it does when the disk is full: the changes before are undone, and
/// those after would be outside of it.
package struct TransactionLost: Error {
  let cause: any Error

  package init(cause: any Error) { self.cause = cause }
}
