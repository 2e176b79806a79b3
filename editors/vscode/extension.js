// Starts `hanrei lsp` for the game folders of the workspace.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const settings = workspace.getConfiguration("hanrei");
  const server = {
    command: settings.get("path"),
    args: ["--lang", settings.get("language"), "lsp"],
  };
  const files = ["game.json", "rulebook/*.json", "cards/*.json", "phrases/*.json", "*.xml"];
  client = new LanguageClient("hanrei", "Hanrei", { run: server, debug: server }, {
    documentSelector: files.map((pattern) => ({ scheme: "file", pattern: `**/${pattern}` })),
    synchronize: { fileEvents: files.map((f) => workspace.createFileSystemWatcher(`**/${f}`)) },
  });
  return client.start();
};

exports.deactivate = () => client && client.stop();
