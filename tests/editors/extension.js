// The extension of editors/vscode in Node, without Visual Studio Code and without its libraries: what it
// would start, for which files, and that all it names is there.
const assert = require("assert");
const fs = require("fs");
const path = require("path");
const Module = require("module");

const root = path.resolve(__dirname, "../..");
const folder = path.join(root, "editors/vscode");
const about = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));

const settings = { path: "/opt/hanrei/bin/hanrei", language: "ja" };
const watched = [], clients = [];
class LanguageClient {
  constructor(...given) {
    this.given = given;
    clients.push(this);
  }
  start() {
    this.running = true;
    return Promise.resolve();
  }
  stop() {
    this.running = false;
    return Promise.resolve();
  }
}
const stubs = {
  vscode: {
    workspace: {
      getConfiguration: (section) => {
        assert.strictEqual(section, "hanrei");
        return { get: (key) => settings[key] };
      },
      createFileSystemWatcher: (files) => watched.push(files) && { files },
    },
  },
  "vscode-languageclient/node": { LanguageClient },
};
const load = Module._load;
Module._load = (name, ...rest) => (name in stubs ? stubs[name] : load(name, ...rest));

// Every setting that it asks for is one that a user can set.
const properties = Object.keys(about.contributes.configuration.properties);
assert.deepStrictEqual(properties.sort(), Object.keys(settings).map((key) => "hanrei." + key).sort());

const extension = require(path.join(folder, about.main));
extension.deactivate(); // before it was activated
extension.activate();
assert.strictEqual(clients.length, 1);
const [, , server, client] = clients[0].given;
assert.deepStrictEqual(server.run, { command: settings.path, args: ["--lang", "ja", "lsp"] });
assert.deepStrictEqual(server.debug, server.run);
const files = client.documentSelector.map((one) => one.pattern);
assert.deepStrictEqual(files, watched);
for (const wanted of ["game.json", "rulebook/*.json", "cards/*.json", "phrases/*.json", "*.xml"])
  assert(files.includes("**/" + wanted), wanted);
assert(clients[0].running);
extension.deactivate();
assert(!clients[0].running);

// The schemas that it takes along are those that it names, and they are there.
const copied = about.scripts.schemas.match(/[a-z]+\.schema\.json/g).sort();
const named = about.contributes.jsonValidation.map((one) => path.basename(one.url)).sort();
assert.deepStrictEqual(copied, named);
for (const schema of named) JSON.parse(fs.readFileSync(path.join(root, "docs/schema", schema), "utf8"));

// It is of the version of the program, and the page names the file that is made.
const version = require("child_process").execFileSync(path.join(root, "ship/version.sh"), { encoding: "utf8" }).trim();
assert.strictEqual(about.version, version);
const page = fs.readFileSync(path.join(root, "docs/editors.md"), "utf8");
assert(page.includes(`code --install-extension ${about.name}-${version}.vsix`));
