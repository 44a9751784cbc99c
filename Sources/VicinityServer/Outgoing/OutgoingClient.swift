import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Streams
import VicinityAccounts
import VicinityHTTP

/// Sends requests to addresses that members have chosen: to the public Internet, and to the networks that the operator
/// allows.
///
/// The name of a host is looked up here, and the connection goes to the very address that was checked: a name that
/// changes in between leads nowhere else. Redirections are not followed.
final class OutgoingClient: OutgoingRequests {
  private let allowed: [AddressRange]
  private let lookups: FairTurns
  /// Bytes of an answer that are read.
  static let mostBytes = 64 << 10
  private let patience: Duration
  private let lookUp: @Sendable (String) throws -> [String]

  /// - Parameters:
  ///   - allowed: networks in addition to the public Internet.
  ///   - patience: the time for all of a request, from the look-up to the end of its body.
  ///   - memberLookups: names that are looked up at once on account of one member.
  ///   - lookUp: finds the addresses of a name.
  init(
    allowed: [AddressRange], patience: Duration = .seconds(10), memberLookups: Int = ServerSettings().memberLookups,
    lookUp: @escaping @Sendable (String) throws -> [String] = addresses
  ) {
    (self.allowed, self.patience, self.lookUp) = (allowed, patience, lookUp)
    lookups = FairTurns(
      .init(threads: 8, reserve: 8, queue: 1000, clientThreads: memberLookups, clientQueue: 50), name: "names")
  }

  /// As the settings say.
  convenience init(_ settings: ServerSettings) {
    self.init(allowed: settings.outgoing, memberLookups: settings.memberLookups)
  }

  func send(_ request: OutgoingRequest, for member: String) async throws -> OutgoingAnswer {
    // A server that sends a byte now and then must not hold up others.
    try await withThrowingTaskGroup(of: OutgoingAnswer?.self) { group in
      group.addTask { try await Asker.$names.withValue(["host \(member)"]) { try await self.answer(to: request) } }
      group.addTask { [patience] in
        try await Task.sleep(for: patience)
        return nil
      }
      defer { group.cancelAll() }
      guard let answer = try await group.next() ?? nil else {
        throw OutgoingError.unreachable("it did not answer within \(patience.components.seconds) seconds")
      }
      return answer
    }
  }

  private func answer(to outgoing: OutgoingRequest) async throws -> OutgoingAnswer {
    guard let host = outgoing.url.host else { throw OutgoingError.unreachable("the address has no host") }
    let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    let address = try await address(of: name)
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
    configuration.dnsOverride = [name: address]
    configuration.timeout = .init(connect: .seconds(5), read: .seconds(10))
    let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    do {
      var request = HTTPClientRequest(url: outgoing.url.absoluteString)
      request.method = HTTPMethod(rawValue: outgoing.method.rawValue)
      for (name, value) in outgoing.headers { request.headers.add(name: name, value: value) }
      if !outgoing.body.isEmpty { request.body = .bytes(outgoing.body) }
      let response = try await client.execute(request, timeout: .seconds(10))
      var bytes: [UInt8] = []
      for try await piece in response.body {
        bytes += piece.readableBytesView.prefix(Self.mostBytes - bytes.count)
        if bytes.count >= Self.mostBytes { break }
      }
      try? await client.shutdown()
      return OutgoingAnswer(status: Int(response.status.code), body: bytes)
    } catch {
      try? await client.shutdown()
      try Task.checkCancellation()
      throw OutgoingError.unreachable("\(error)")
    }
  }

  /// The address to which a name leads; one of the public Internet, or of a network that is allowed.
  private func address(of name: String) async throws -> String {
    // A look-up cannot be cancelled: it continues on a thread of its member, although its result is no longer needed.
    let addresses = try await Abandoned.run { [lookups, lookUp] in
      do {
        return try await lookups.run { try lookUp(name) }
      } catch is FairTurns.Refusal {
        throw OutgoingError.unreachable("too many names are being looked up for its member")
      } catch { throw OutgoingError.unreachable("\(name) is not known") }
    }
    // One forbidden address among several is enough: the next look-up could choose it.
    if let forbidden = addresses.first(where: { address in
      !PrivateRanges.isPublic(address) && !allowed.contains { $0.contains(address) }
    }) {
      throw OutgoingError.forbidden(forbidden)
    }
    guard let first = addresses.first else { throw OutgoingError.unreachable("\(name) is not known") }
    return first
  }

  /// Looks a name up; nothing ends that before its time.
  static func addresses(of name: String) throws -> [String] {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(name, nil, &hints, &list) == 0 else { throw OutgoingError.unreachable(name) }
    defer { freeaddrinfo(list) }
    var addresses: [String] = []
    var next = list
    while let entry = next {
      next = entry.pointee.ai_next
      var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      let status = getnameinfo(
        entry.pointee.ai_addr, entry.pointee.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
      if status == 0 {
        addresses.append(String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
      }
    }
    return addresses
  }
}
