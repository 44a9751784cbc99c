import Foundation
import TestSupport
import Testing

/// `scripts/release` and `scripts/sbom` in a repository whose package, wheel and site are small.
@Suite("Releases")
struct ReleaseTests {
  /// A repository of its own, with a tag `v0.1.0`, whose programs come from `scripts` and from `bin`.
  private static func repository(unreleased: String = "- Toys.") throws -> WorkFolder {
    let folder = try WorkFolder()
    let programs = [
      // What `scripts/release` asks Swift.
      "bin/swift": """
      #!/bin/sh
      case "$*" in
        --version) echo "Swift version 6.1 (swift-6.1-RELEASE)" ;;
        *show-dependencies*) echo '{"dependencies": [{"identity": "toys", "version": "1.2.0", "path": "/",
          "url": "https://example.org/toys.git", "dependencies": []}]}' ;;
        *--show-bin-path) echo "$PWD/.build/release" ;;
        *)
          mkdir -p .build/release
          echo '{}' > Package.resolved
          echo '{"object": {"dependencies": []}}' > .build/workspace-state.json
          version=$(sed -n 's/.*"\\(.*\\)"/\\1/p' Sources/Vicinity/Model/Values/ProgramVersion.swift)
          printf '#!/bin/sh\\necho %s\\n' "$version" > .build/release/vicinity
          chmod +x .build/release/vicinity ;;
      esac
      """,
      "repo/scripts/setup": "#!/bin/sh\n",
      "repo/scripts/package": """
      #!/bin/sh
      set -e
      work=$(mktemp -d) version=$("$2/vicinity" | tr - '~')
      mkdir -p "$work/DEBIAN" "$work/usr/bin"
      cp "$2/vicinity" "$work/usr/bin"
      printf 'Package: vicinity\\nVersion: %s\\nArchitecture: all\\nMaintainer: A\\nDepends: libtoys1 (>= 2)\\nDescription: B\\n' \
        "$version" > "$work/DEBIAN/control"
      dpkg-deb --root-owner-group --build "$work" "$4/vicinity_${version}_all.deb"
      rm -r "$work"
      """,
      "repo/scripts/package-python": """
      #!/bin/sh
      test ! -e broken || { echo "the wheel is broken" >&2; exit 3; }
      version=$("$2" | sed 's/-beta[.]/b/')
      cd "$4" && python3 -m zipfile -c "vicinity-$version-py3-none-any.whl" /dev/null
      """,
      "repo/scripts/docs": "#!/bin/sh\necho '<p>Toys' > \"$2/index.html\"\n",
      "repo/README.md": "apt install ./vicinity_0.1.0_amd64.deb\npip install vicinity-0.1.0-*.whl\n",
      "repo/docs/README.md": "apt install ./vicinity_0.1.0_amd64.deb\n",
      "repo/docs/install.md": "apt install ./vicinity_0.1.0_amd64.deb\n",
      "repo/docs/tutorials/operator.md": "apt install -y ./vicinity_0.1.0_amd64.deb nginx\n",
      "repo/packaging/homebrew/vicinity.rb": "url \"https://example.org/vicinity-0.1.0.tar.gz\"\n",
    ]
    for (path, text) in programs {
      let url = folder.url.appending(path: path)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    let scripts = Project.root.appending(path: "scripts").path
    let set = try folder.shell(
      """
      cp '\(scripts)/release' '\(scripts)/sbom' '\(scripts)/programs.py' repo/scripts; chmod +x bin/* repo/scripts/*
      cd repo
      mkdir -p Sources/Vicinity/Model/Values; echo 'let current = "0.1.0"' > \(versionFile)
      printf '# Changes\\n\\n## Unreleased\\n\\n%s\\n\\n## 0.1.0 — 2026-01-01\\n\\n- Boxes.\\n' '\(unreleased)' > CHANGELOG.md
      printf '.build/\\nPackage.resolved\\n' > .gitignore
      git init -q -b main . && git config user.name A && git config user.email a@example.org
      git add -A && git commit -q -m Toys && git tag v0.1.0
      """)
    #expect(set.status == 0, "\(set.error)")
    return folder
  }

  private static let versionFile = "Sources/Vicinity/Model/Values/ProgramVersion.swift"

  private static func run(_ command: String, in folder: WorkFolder) throws -> (
    status: Int32, output: String, error: String
  ) {
    try folder.shell("PATH=\"$PWD/bin:$PATH\"; cd repo; \(command)")
  }

  @Test("have a commit, a tag, notes, checksums, a bill of materials and all files, of one version")
  func made() throws {
    let folder = try Self.repository()
    let made = try Self.run("scripts/release 0.2.0-beta.1 --date 2026-02-03", in: folder)
    #expect(made.status == 0, "\(made.error)")
    let seen = try Self.run(
      """
      git log --format=%s v0.2.0-beta.1; git status --porcelain; cat CHANGELOG.md \(Self.versionFile)
      cat README.md docs/tutorials/operator.md packaging/homebrew/vicinity.rb
      cd .build/releases/0.2.0-beta.1; ls; cat NOTES.md; sha256sum --check --quiet SHA256SUMS; tar tzf vicinity-0.2.0-beta.1.tar.gz | sort | head -4
      python3 -c 'import json; d = json.load(open("vicinity-0.2.0-beta.1.cdx.json")); print(*(c["name"] for c in d["components"]))'
      """, in: folder)
    #expect(seen.error.isEmpty)
    #expect(
      seen.output == """
        Release 0.2.0-beta.1
        Toys
        # Changes

        ## Unreleased

        ## 0.2.0-beta.1 — 2026-02-03

        - Toys.

        ## 0.1.0 — 2026-01-01

        - Boxes.
        let current = "0.2.0-beta.1"
        apt install ./vicinity_0.2.0~beta.1_amd64.deb
        pip install vicinity-0.2.0b1-*.whl
        apt install -y ./vicinity_0.2.0~beta.1_amd64.deb nginx
        url "https://example.org/vicinity-0.2.0-beta.1.tar.gz"
        NOTES.md
        SHA256SUMS
        vicinity-0.2.0-beta.1-site.tar.gz
        vicinity-0.2.0-beta.1.cdx.json
        vicinity-0.2.0-beta.1.tar.gz
        vicinity-0.2.0b1-py3-none-any.whl
        vicinity_0.2.0~beta.1_all.deb
        # Vicinity 0.2.0-beta.1

        - Toys.
        vicinity-0.2.0-beta.1/
        vicinity-0.2.0-beta.1/.gitignore
        vicinity-0.2.0-beta.1/CHANGELOG.md
        vicinity-0.2.0-beta.1/Package.resolved
        vicinity-0.2.0b1-py3-none-any.whl vicinity_0.2.0~beta.1_all.deb libtoys1 Swift standard library toys

        """)
    // A second release of the same version, and an older one.
    let again = try Self.run("scripts/release 0.2.0-alpha.9", in: folder)
    #expect(again.status == 1)
    #expect(again.error == "release: 0.2.0-alpha.9 is not above 0.2.0-beta.1, the last version with a tag\n")
  }

  @Test("that fail leave the branch, the tags and the folder of releases as they were")
  func failed() throws {
    let folder = try Self.repository()
    _ = try Self.run("touch broken; git add broken; git commit -q -m Break", in: folder)
    let before = try Self.run("git show-ref", in: folder).output
    let failed = try Self.run("scripts/release 0.2.0", in: folder)
    #expect(failed.status == 1)
    #expect(failed.error.contains("the wheel is broken\nrelease: 'scripts/package-python --binary"))
    #expect(failed.error.hasSuffix("failed with status 3\n"))
    let after = try Self.run("git show-ref; git status --porcelain; ls -A .build/releases", in: folder).output
    #expect(after == before)
    // The next try takes the same tree.
    _ = try Self.run("git rm -q broken; git commit -q -m Mend", in: folder)
    let made = try Self.run("scripts/release 0.2.0 --dry-run && git tag && ls .build/releases", in: folder)
    #expect(made.status == 0, "\(made.error)")
    #expect(made.output.hasSuffix("v0.1.0\n0.2.0\n"))
  }

  @Test(
    "are refused before anything is built",
    arguments: [
      ("0.2", "- Toys.", "release: 0.2 is not a semantic version such as 1.2.3 or 1.2.3-beta.1"),
      ("0.2.0-soon", "- Toys.", "release: 0.2.0-soon has no form for Python"),
      ("0.0.9", "- Toys.", "release: 0.0.9 is not above 0.1.0, the last version with a tag"),
      ("0.2.0", "", #"release: the section "Unreleased" of CHANGELOG.md is empty"#),
    ])
  func refused(version: String, unreleased: String, message: String) throws {
    let run = try Self.run("scripts/release \(version)", in: try Self.repository(unreleased: unreleased))
    #expect(run.status == 1)
    #expect(run.error.hasPrefix(message), "\(run.error)")
  }

  @Test("are refused if a document names other files of a release than expected")
  func names() throws {
    let folder = try Self.repository()
    let run = try Self.run(
      "echo 'apt install vicinity' > docs/install.md; git commit -q -a -m Shorten; scripts/release 0.2.0", in: folder)
    #expect(run.status == 1)
    #expect(
      run.error
        == "release: docs/install.md names 0 files of a release, expected 1; NAMING in scripts/release lists them\n")
  }

  @Test("are refused with uncommitted changes")
  func uncommitted() throws {
    let run = try Self.run("touch toy; scripts/release 0.2.0", in: try Self.repository())
    #expect(run.error.hasSuffix("commit or remove them first:\n?? toy\n"))
  }

  @Test(
    "are checked: files that are missing, added, changed or of another version are named",
    arguments: [
      ("rm NOTES.md", "NOTES.md: named by SHA256SUMS, but missing"), ("touch toy", "toy: not in SHA256SUMS"),
      ("echo >> NOTES.md", "NOTES.md: the checksum differs"),
      (
        "mv *.whl vicinity-0.3.0-py3-none-any.whl; sed -i s/-0.2.0-py3/-0.3.0-py3/ SHA256SUMS",
        "vicinity-0.3.0-py3-none-any.whl: version 0.3.0, expected 0.2.0"
      ),
    ])
  func checked(fault: String, message: String) throws {
    let folder = try Self.repository()
    let made = try Self.run(
      "scripts/release 0.2.0 --dry-run --output ../made && scripts/release --check ../made", in: folder)
    #expect(made.status == 0)
    #expect(made.error.hasSuffix("release: ../made: version 0.2.0, all files are as made\n"))
    let run = try Self.run("(cd ../made; \(fault)); scripts/release --check ../made", in: folder)
    #expect(run.status == 1)
    #expect(run.error.hasSuffix("\(message)\n"), "\(run.error)")
  }
}
