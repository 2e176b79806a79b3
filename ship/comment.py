#!/usr/bin/env python3
"""comment.py FILE: one comment on a pull request, written anew each time.

FILE has the text; an empty one leaves things as they are. The environment says where, as GitHub's
runners do: GITHUB_API_URL, GITHUB_REPOSITORY, HANREI_PULL (the number), GITHUB_TOKEN. The comment is
known by its first line and by who wrote it: HANREI_COMMENT_BY, github-actions[bot] without it.

Where it cannot be written (a token of a fork may only read) a warning says so, and it exits 0: the
gate's own exit code is what counts.
"""
import json
import os
import sys
import urllib.error
import urllib.request

MARK = "<!-- hanrei gate -->"
MOST = 65_000  # characters; GitHub takes 65,536
CUT = "\n\n… the rest is in the summary of the job.\n"


def call(method, address, body=None):
    request = urllib.request.Request(
        address, method=method, data=None if body is None else json.dumps(body).encode())
    request.add_header("Authorization", "Bearer " + os.environ["GITHUB_TOKEN"])
    request.add_header("Accept", "application/vnd.github+json")
    if body is not None:
        request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def own_comment(comments):
    """The address of ours among them. What others wrote under our mark is theirs."""
    author = os.environ.get("HANREI_COMMENT_BY", "github-actions[bot]")
    page = 1
    while True:
        some = call("GET", f"{comments}?per_page=100&page={page}")
        for comment in some:
            if comment["user"]["login"] == author and comment["body"].startswith(MARK):
                return comment["url"]
        if len(some) < 100:
            return None
        page += 1


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        text = file.read()
    if not text.strip():
        return
    body = MARK + "\n" + text
    if len(body) > MOST:
        body = body[:MOST - len(CUT)] + CUT
    comments = "{}/repos/{}/issues/{}/comments".format(
        os.environ["GITHUB_API_URL"], os.environ["GITHUB_REPOSITORY"], int(os.environ["HANREI_PULL"]))
    try:
        ours = own_comment(comments)
        call("PATCH" if ours else "POST", ours or comments, {"body": body})
    except (urllib.error.URLError, OSError) as error:
        print(f"::warning title=hanrei gate::the comment cannot be written: {error}")


if __name__ == "__main__":
    main()
