/// The operator's settings for accounts.
package struct AccountRules: Sendable {
  /// The version of the terms that members must accept; nil without terms.
  var terms: String?
  /// The role of new members.
  var firstRole: Role
  /// The cost of passwords, log₂ N of Scrypt.
  var passwordLogRounds: Int

  package init(terms: String?, firstRole: Role, passwordLogRounds: Int) {
    (self.terms, self.firstRole, self.passwordLogRounds) = (terms, firstRole, passwordLogRounds)
  }
}
