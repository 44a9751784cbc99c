# UNTESTED: no Mac has installed this formula. The project builds on macOS 15 with Swift 6.1 (docs/ios.md has what was
# checked there). Set url and sha256 to the sources of a release, vicinity-VERSION.tar.gz of scripts/release.
class Vicinity < Formula
  desc "Search for what is nearby, open and free"
  homepage "https://example.org/vicinity"
  url "https://example.org/vicinity-0.2.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "MIT"

  depends_on xcode: ["16.3", :build]
  depends_on "pkg-config" => :build
  depends_on "geos"
  depends_on "libpq"
  depends_on macos: :sequoia

  uses_from_macos "python" => :build
  uses_from_macos "sqlite"
  uses_from_macos "zlib"

  def install
    ["vicinity", "vicinity-server"].each do |product|
      system "swift", "build", "--disable-sandbox", "-c", "release", "--product", product
      bin.install ".build/release/#{product}"
    end
    (share/"vicinity").install "datasets"
    system "scripts/manual-pages", "--binaries", bin, "--output", "manual"
    man1.install Dir["manual/*.1"]
    man5.install Dir["manual/*.5"]
    generate_completions_from_executable(bin/"vicinity", "--generate-completion-script")
  end

  def post_install
    (var/"vicinity").mkpath
  end

  service do
    run [opt_bin/"vicinity-server", "serve", "--create"]
    environment_variables VICINITY_CATALOG: var/"vicinity/near.gpkg"
    working_dir var/"vicinity"
    keep_alive true
  end

  test do
    assert_match "listings", shell_output("#{bin}/vicinity demo --no-serve")
  end
end
