#!/usr/bin/env python3
"""How long an editor waits: from a change of a text to what `hanrei lsp` says of it.

    bench/editor.py HANREI GAME [--changes N]

Opens a ruling and the largest card file of a game (copied), waits until everything was examined, then changes each N
times (20), one character at a time, so that something else is to be said of it each time. Prints the median and the
longest time in milliseconds until the diagnostics of the changed file came.
"""
import argparse
import json
import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path


class Editor:
    def __init__(self, hanrei):
        self.server = subprocess.Popen([hanrei, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.id = 0

    def send(self, method, params, **more):
        body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.server.stdin.flush()

    def receive(self):
        length = 0
        while (line := self.server.stdout.readline().strip()):
            length = int(line.split(b":")[1])
        return json.loads(self.server.stdout.read(length))

    def ask(self, method, params):
        self.id += 1
        self.send(method, params, id=self.id)
        while (answer := self.receive()).get("id") != self.id:
            pass
        return answer.get("result")

    def open(self, path):
        self.send("textDocument/didOpen", {"textDocument": {
            "uri": path.as_uri(), "languageId": "x", "version": 1, "text": path.read_text()}})

    def change(self, path, text):
        """Milliseconds until something was said of the file."""
        start = time.perf_counter()
        self.send("textDocument/didChange", {
            "textDocument": {"uri": path.as_uri(), "version": 2}, "contentChanges": [{"text": text}]})
        while True:
            message = self.receive()
            if message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == path.as_uri():
                return 1000 * (time.perf_counter() - start), message["params"]["diagnostics"]


def main():
    wanted = argparse.ArgumentParser()
    wanted.add_argument("hanrei")
    wanted.add_argument("game", type=Path)
    wanted.add_argument("--changes", type=int, default=20)
    asked = wanted.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        game = Path(folder).resolve() / asked.game.name
        shutil.copytree(asked.game, game)
        ruling = max((game / "rulings").glob("*.xml"), key=lambda p: p.stat().st_size)
        cards = max((game / "cards").glob("*.json"), key=lambda p: p.stat().st_size)
        editor = Editor(asked.hanrei)
        start = time.perf_counter()
        editor.ask("initialize", {"capabilities": {}})
        editor.open(ruling)
        editor.ask("textDocument/documentSymbol", {"textDocument": {"uri": ruling.as_uri()}})
        print(f"start, with the game loaded: {1000 * (time.perf_counter() - start):.0f} ms")
        editor.open(cards)
        for path, place in (ruling, "</ruling>"), (cards, '"provisions"'):
            text, times = path.read_text(), []
            at = text.index(place)
            for i in range(asked.changes):
                # a clause, a key, that there is not: another one each time
                wrong = f'<cites clause="x{i}"/>' if path == ruling else f'"x{i}": 1, '
                took, said = editor.change(path, text[:at] + wrong + text[at:])
                assert said, "nothing was said"
                times.append(took)
            editor.change(path, text)
            print(f"{path.name}: median {statistics.median(times):.0f} ms, longest {max(times):.0f} ms")
        editor.ask("shutdown", None)
        editor.send("exit", None)
        assert editor.server.wait() == 0


main()
