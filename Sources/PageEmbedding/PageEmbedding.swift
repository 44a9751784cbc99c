import Foundation
import PackagePlugin

/// Puts the files of the page into the executable: the files in `Page/Site` of a target become Swift, again whenever
/// one is added, changed or removed.
@main
struct PageEmbedding: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = target.directoryURL.appending(path: "Page/Site")
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
    return [
      .buildCommand(
        displayName: "Embedding the page", executable: try context.tool(named: "PageEmbedder").url,
        arguments: [folder.path, output.path], inputFiles: names.map { folder.appending(path: $0) },
        outputFiles: [output])
    ]
  }
}
