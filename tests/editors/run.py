#!/usr/bin/env python3
"""run.py HANREI EDITOR: `hanrei lsp` in a real editor, set up with the lines that docs/editors.md has for
its version, on a copy of docs/tako. EDITOR is neovim or emacs. Exit 77: it is not there."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def skip(why):
    print("SKIPPED:", why)
    sys.exit(77)


def version(*command):
    """Of a program, as two numbers; nothing where there is none."""
    try:
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    return tuple(int(n) for n in re.search(r"(\d+)\.(\d+)", said).groups())


def setup(language, of):
    """The fenced lines of the page, by language and the word behind it: `from VERSION` or a version."""
    page = (ROOT / "docs/editors.md").read_text(encoding="utf-8")
    blocks = re.findall(rf"^```{language} (from )?([\d.]+)\n(.*?)^```$", page, re.M | re.S)
    fitting = []
    for onward, first, lines in blocks:
        first = tuple(int(n) for n in first.split("."))
        if of[:len(first)] == first or (onward and of > first):
            fitting.append((first, lines))
    if not fitting:
        skip(f"docs/editors.md has no lines for version {of[0]}.{of[1]}")
    return max(fitting)[1]


def main():
    hanrei, editor = Path(sys.argv[1]).resolve(), sys.argv[2]
    if editor == "extension":
        if version("node", "--version") is None:
            skip("no Node; apt-get install nodejs")
        sys.exit(subprocess.run(["node", HERE / "extension.js"]).returncode)
    with tempfile.TemporaryDirectory() as room:
        room = Path(room)
        if editor == "neovim":
            of = version("nvim", "--version")
            if of is None:
                skip("no Neovim; apt-get install neovim")
            init = room / "init.lua"
            init.write_text(setup("lua", of), encoding="utf-8")
            command = ["nvim", "--headless", "-u", init, "-i", "NONE", "-n", "-c", f"luafile {HERE}/neovim.lua"]
        else:
            of = version("emacs", "--version")
            if of is None:
                skip("no Emacs; apt-get install emacs-nox elpa-eglot")
            if subprocess.run(["emacs", "--batch", "--eval", "(require 'eglot)"], capture_output=True).returncode:
                skip("no Eglot; apt-get install elpa-eglot")
            init = room / "init.el"
            init.write_text(setup("elisp", of), encoding="utf-8")
            command = ["emacs", "--batch", "-l", init, "-l", HERE / "emacs.el"]
        shutil.copytree(ROOT / "docs/tako", room / "games/tako")
        (room / "bin").mkdir()
        (room / "bin/hanrei").symlink_to(hanrei)
        environment = {**os.environ, "HOME": str(room), "GAME": str(room / "games/tako"), "LC_ALL": "C.UTF-8",
                       "PATH": f"{room}/bin:{os.environ['PATH']}"}
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
            environment.pop(name, None)
        try:  # not in the folder of the game, as an editor that is started elsewhere
            done = subprocess.run(command, cwd=room, env=environment, stdin=subprocess.DEVNULL, timeout=300,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        except subprocess.TimeoutExpired:
            sys.exit("wrong: the editor does not end")
        if done.returncode:
            sys.exit(f"{done.stdout}\nwrong: {editor} {of[0]}.{of[1]} ends with {done.returncode}")
        renamed = [p.name for p in sorted(room.glob("games/tako/**/*.xml")) if "5-8" in p.read_text(encoding="utf-8")]
        if renamed != ["TK-1.xml", "TK-2.xml"]:
            sys.exit(f"wrong: renamed in {renamed}")
    print(f"good: {editor} {of[0]}.{of[1]}")


main()
