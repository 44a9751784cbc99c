import Testing

@testable import VicinityHTTP

@Suite("Network file systems")
struct NetworkFileSystemTests {
  @Test("are recognized by the mount of a file")
  func networks() {
    let mounts = """
      22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
      40 22 0:35 / /mnt/far rw shared:9 - nfs4 host:/x rw,vers=4.2
      41 22 0:36 / /mnt/far/near rw - tmpfs tmpfs rw
      """
    #expect(NetworkFileSystem.type(of: "/srv/a.gpkg", mounts: mounts) == "ext4")
    #expect(NetworkFileSystem.type(of: "/mnt/far/a.gpkg", mounts: mounts) == "nfs4")
    #expect(NetworkFileSystem.type(of: "/mnt/farther/a.gpkg", mounts: mounts) == "ext4")
    #expect(NetworkFileSystem.type(of: "/mnt/far/near/a.gpkg", mounts: mounts) == "tmpfs")
  }
}
