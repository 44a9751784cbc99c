import ArgumentParser
import Vicinity

@main
struct VicinityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "vicinity")
}
