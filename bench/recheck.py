#!/usr/bin/env python3
"""What a check examines again after one change: states and solver calls, as a part of those of a whole run.

    bench/recheck.py HANREI GAME... [--cards N] [--kinds words,number,ability,clause-words,clause,default,ruling]
    bench/recheck.py HANREI GAME... --verify N [--seed S]

Copies each game, checks it once so that its verdicts are kept, then changes one thing at a time where it stands in its
file: the words of a card, a number printed on it, a number or a condition in its provisions, the words of a clause, a
number in a provision of the rulebook, the default of a reading, a ruling (a remark in it). N cards of each kind (12): half of them those that most rulings name, the others
evenly from the rest; no stand-ins (`generic`), which nobody prints and nearly every ruling names. Prints a table: the
median, the most, all together (a part of as many whole runs), how many changes cost more than a tenth of the states or of the solver calls, and those that cost most.

With --verify: N changes of all kinds, drawn at random. After each the report with kept verdicts has to be that of a run
without them, byte for byte; exits with 1 where it is not.
"""
import argparse
import json
import os
import random
import re
import shutil
import statistics
import subprocess
import tempfile
from pathlib import Path

SPACE = re.compile(r"[ \t\r\n,]*")


def objects(text, key):
    """The objects in the list under `key`: value, first character, behind the last."""
    decode = json.JSONDecoder().raw_decode
    found = re.search(r'"%s"\s*:\s*\[' % key, text)
    at = found.end() if found else len(text)
    while (at := SPACE.match(text, at).end()) < len(text) and text[at] == "{":
        value, end = decode(text, at)
        yield value, at, end
        at = end


def edits(text, value, begin, end, kind):
    """The text with one change of this kind in the object, each way to make it."""
    part = text[begin:end]
    put = lambda new: text[:begin] + new + text[end:]
    if kind == "ruling":
        yield text.replace("</ruling>", "<!-- changed --></ruling>")
    elif kind == "default":
        for option in value["options"]:
            if option != value["default"]:
                yield put(re.sub(r'("default"\s*:\s*)"[^"]*"', lambda m: m[1] + json.dumps(option), part, count=1))
    elif kind in ("words", "clause-words"):
        key = r'"(?:spans"\s*:\s*\{\s*"[^"]+|ja|en)"\s*:\s*"'
        for m in re.finditer(key, part):
            yield put(part[:m.end()] + "※" + part[m.end():])
            return
    elif kind == "number":
        for name, n in value.items():
            if isinstance(n, int) and not isinstance(n, bool):
                yield put(re.sub(r'("%s"\s*:\s*)%d\b' % (re.escape(name), n), lambda m: m[1] + str(n + 1), part, count=1))
    else:
        from_ = part.find('"provisions"') if kind == "ability" else 0
        if from_ < 0:
            return
        for m in re.finditer(r'"(do|if|where|add|mul|set|call|is|upto|some)"\s*:\s*"((?:[^"\\]|\\.)*)"', part[from_:]):
            a, b = from_ + m.start(2), from_ + m.end(2)
            for n in re.finditer(r"(?<![\w\]])\d+(?![\w\]])", part[a:b]):
                yield put(part[:a + n.start()] + str(int(n[0]) + 1) + part[a + n.end():])
            if m[1] in ("if", "where"):
                yield put(part[:a] + "not (" + part[a:b] + ")" + part[b:])


class Game:
    def __init__(self, hanrei, folder, work):
        self.hanrei, self.folder = hanrei, Path(work) / Path(folder).name
        shutil.copytree(folder, self.folder)
        self.db, self.kept = Path(work) / "now.db", Path(work) / "kept.db"
        self.rulings = [p.read_text() for p in sorted((self.folder / "rulings").glob("*.xml"))]
        self.full = self.check(self.kept)

    def check(self, db):
        """(rulings examined, states, solver calls); nothing when the game does not load."""
        run = subprocess.run([self.hanrei, "check", str(self.folder), "--db", str(db), "--timings", "--format", "json"],
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={**os.environ, "HANREI_LANG": "en"})
        if run.returncode == 2:
            return None
        t = json.loads(run.stdout)["timings"]
        return len(self.rulings) - t["kept"], t["states"], t["queries"]

    def things(self, kind):
        """(name, file, its text, value, begin, end) of all that could be changed so."""
        if kind == "ruling":
            for f in sorted((self.folder / "rulings").glob("*.xml")):
                text = f.read_text()
                yield f.stem, f, text, {}, 0, len(text)
            return
        if kind == "default":
            f = self.folder / "game.json"
            text = f.read_text()
            for value, begin, end in objects(text, "readings"):
                yield value["reading"], f, text, value, begin, end
            return
        if kind in ("clause", "clause-words"):
            for f in sorted((self.folder / "rulebook").glob("*.json")):
                text = f.read_text()
                for value, begin, end in objects(text, "clauses" if kind == "clause-words" else "provisions"):
                    yield str(value.get("clause", next(iter(value.values())))), f, text, value, begin, end
            return
        for f in sorted((self.folder / "cards").glob("*.json")):
            text = f.read_text()
            for value, begin, end in objects(text, "cards"):
                if not value.get("generic"):
                    yield value["card"], f, text, value, begin, end

    def chosen(self, kind, n):
        all_ = [t for t in self.things(kind) if next(edits(*t[2:], kind), None) is not None]
        named = {t[0]: sum('"%s"' % t[0] in r for r in self.rulings) for t in all_}
        if kind in ("words", "number", "ability"):
            all_ = sorted((t for t in all_ if named[t[0]]), key=lambda t: -named[t[0]])
        most, rest = all_[:n // 2], all_[n // 2:]
        step = max(1, len(rest) / max(1, n - len(most)))
        return most + [rest[int(k * step)] for k in range(min(len(rest), n - len(most)))]

    def again(self, kind, n):
        for name, file, text, value, begin, end in self.chosen(kind, n):
            for changed in edits(text, value, begin, end, kind):
                file.write_text(changed)
                shutil.copy(self.kept, self.db)
                figures = self.check(self.db)
                if figures:
                    yield (name, *figures)
                    break
            file.write_text(text)


    def report(self, *options):
        """What it says, apart from how long it took; nothing when the game does not load."""
        run = subprocess.run([self.hanrei, "check", str(self.folder), "--format", "json", *options],
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={**os.environ, "HANREI_LANG": "en"})
        return None if run.returncode == 2 else (run.returncode, run.stdout)

    def verify(self, n, draw):
        """(kind, name, said the same) of n changes that load."""
        every = [(k, list(self.things(k))) for k in KINDS]
        while n > 0:
            kind, things = draw.choice([one for one in every if one[1]])
            name, file, text, value, begin, end = draw.choice(things)
            changed = list(edits(text, value, begin, end, kind))
            if not changed:
                continue
            file.write_text(draw.choice(changed))
            shutil.copy(self.kept, self.db)
            kept = self.report("--db", str(self.db))
            if kept is not None:
                yield kind, name, kept == self.report("--no-cache")
                n -= 1
            file.write_text(text)


KINDS = ("words", "number", "ability", "clause-words", "clause", "default", "ruling")


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("hanrei")
    ask.add_argument("games", nargs="+")
    ask.add_argument("--cards", type=int, default=12)
    ask.add_argument("--kinds", default="words,number,ability,clause-words,clause")
    ask.add_argument("--all", action="store_true", help="a line for each change")
    ask.add_argument("--verify", type=int, help="so many random changes of each game: is the report the same?")
    ask.add_argument("--seed", type=int, default=1)
    options = ask.parse_args()
    if options.verify:
        wrong = 0
        for folder in options.games:
            with tempfile.TemporaryDirectory() as work:
                game = Game(os.path.abspath(options.hanrei), folder, work)
                for kind, name, same in game.verify(options.verify, random.Random(options.seed)):
                    print(f"{Path(folder).name}: {kind} of {name}: {'the same' if same else 'OTHERWISE'}", flush=True)
                    wrong += not same
        raise SystemExit(1 if wrong else 0)
    print("| game | rulings | changed | changes | examined again | states | all together | solver calls | all together | above a tenth | the most |\n|---|---|---|---|---|---|---|---|---|---|---|")
    for folder in options.games:
        with tempfile.TemporaryDirectory() as work:
            game = Game(os.path.abspath(options.hanrei), folder, work)
            for kind in options.kinds.split(","):
                rows = []
                for name, examined, states, calls in game.again(kind, options.cards):
                    rows.append((examined, 100 * states / max(1, game.full[1]), 100 * calls / max(1, game.full[2]), name))
                    if options.all:
                        print("   ", kind, rows[-1], flush=True)
                if not rows:
                    continue
                middle = [statistics.median(r[k] for r in rows) for k in range(3)]
                mean = [statistics.fmean(r[k] for r in rows) for k in range(3)]
                most = [max(rows, key=lambda r: r[k]) for k in range(3)]
                print(f"| {Path(folder).name} | {len(game.rulings)} | {kind} | {len(rows)} | {middle[0]:g} ({most[0][0]}) | {middle[1]:.1f} % ({most[1][1]:.1f} %) | {mean[1]:.1f} % | "
                      f"{middle[2]:.1f} % ({most[2][2]:.1f} %) | {mean[2]:.1f} % | {sum(max(r[1:3]) > 10 for r in rows)} | {most[1][3]}, {most[2][3]} |", flush=True)


if __name__ == "__main__":
    main()
