#!/usr/bin/env python3
"""ship/comment.py against a server of our own on this machine: one comment, whatever happens."""
import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading

SCRIPT = os.path.join(os.path.dirname(__file__), "..", "..", "ship", "comment.py")
MARK = "<!-- hanrei gate -->"


class Comments(http.server.BaseHTTPRequestHandler):
    kept, calls, may_write = [], [], True

    def answer(self, value, code=200):
        body = json.dumps(value).encode()
        self.send_response(code)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        page = int(self.path.rsplit("page=", 1)[1])
        self.answer(self.kept[(page - 1) * 100:page * 100])

    def write(self, change):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["body"]
        self.calls.append((self.command, self.path, self.headers["Authorization"]))
        if not self.may_write:
            return self.answer({"message": "forbidden"}, 403)
        change(body)
        return self.answer({})

    def do_POST(self):
        self.write(lambda body: add("github-actions[bot]", body))

    def do_PATCH(self):
        number = int(self.path.rsplit("/", 1)[1])
        self.write(lambda body: self.kept[number].update(body=body))

    def log_message(self, *_):
        pass


def add(who, body):
    url = f"{API}/repos/o/r/issues/comments/{len(Comments.kept)}"
    Comments.kept.append({"url": url, "user": {"login": who}, "body": body})


def say(text):
    with tempfile.NamedTemporaryFile("w", suffix=".md", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        return subprocess.run(
            [sys.executable, SCRIPT, file.name], capture_output=True, text=True, check=True,
            env={**os.environ, "GITHUB_API_URL": API, "GITHUB_REPOSITORY": "o/r", "HANREI_PULL": "7",
                 "GITHUB_TOKEN": "t"}).stdout


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Comments)
API = f"http://127.0.0.1:{server.server_address[1]}"
threading.Thread(target=server.serve_forever, daemon=True).start()

for i in range(120):  # more than a page
    add("somebody", f"{MARK}\nall is well {i}")  # under our mark, and not ours
say("first\n")
assert Comments.calls == [("POST", "/repos/o/r/issues/7/comments", "Bearer t")], Comments.calls
say("second 判例\n")
assert Comments.calls[1][:2] == ("PATCH", "/repos/o/r/issues/comments/120"), Comments.calls
assert [c["body"] for c in Comments.kept[120:]] == [f"{MARK}\nsecond 判例\n"]
assert all(c["body"].startswith(f"{MARK}\nall is well") for c in Comments.kept[:120])
say("  \n")  # the gate could not run: what stood there stays
assert len(Comments.calls) == 2
say("x" * 100_000)
assert len(Comments.kept[120]["body"]) == 65_000 and Comments.kept[120]["body"].endswith("of the job.\n")
Comments.may_write = False
assert say("third\n").startswith("::warning"), "a token that may not write"
server.shutdown()
print("good: comment")
