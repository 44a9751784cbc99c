/// The operator's settings for emails.
package struct MailSettings: Sendable {
  /// The name of the service, in subjects and signatures.
  var service: String
  /// The address from which emails come.
  var sender: String
  /// The command that takes emails as `sendmail -t -i` does; nil puts them into the folder `NAME.mail`.
  var command: String?
  /// The most seconds for the command to take an email.
  var seconds: Int
  /// The addresses of the map page in emails.
  var link: MailLink

  package init(service: String, sender: String, command: String?, seconds: Int, link: MailLink) {
    (self.service, self.sender, self.command, self.seconds, self.link) = (service, sender, command, seconds, link)
  }
}
