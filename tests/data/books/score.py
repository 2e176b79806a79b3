#!/usr/bin/env python3
"""score.py HANREI [FOLDER]: what an audit finds in the test books, and in the labelled games, FOLDER/GAME.txt.
A finding without a label counts as nothing but unlabelled. *maybe* are the planted defects not found of which
the lines of an unlabelled finding include all but at most one, and at least one."""
import csv, json, pathlib, subprocess, sys

HERE = pathlib.Path(__file__).resolve().parent

def rows(path):
    return list(csv.DictReader(path.open(encoding="utf-8"), delimiter="\t", quoting=csv.QUOTE_NONE))

def score(hanrei, text, name, book):
    run = subprocess.run([hanrei, "audit", "--text", text, "--format", "json"], capture_output=True, encoding="utf-8")
    if run.returncode not in (0, 1, 3) or not run.stdout:  # 3: something was left out
        return f"{name}: NOT SCORED, exit {run.returncode}: {run.stderr.strip()[:200]}"
    findings = json.loads(run.stdout)["findings"]
    label = {r["fingerprint"]: r["label"] for r in rows(HERE / "labels" / f"{name}.tsv")}
    new = [f for f in findings if f["fingerprint"] not in label]
    old = [f["fingerprint"] for f in findings if f["fingerprint"] in label]
    # A twin stands for the finding that it repeats.
    told = {f: label[f] for f in (label[f][5:] if label[f].startswith("twin:") else f for f in old)}
    count = lambda kind, labels: sum(l == kind for l in labels.values())
    rest = f"wrong {count('wrong', told)}, unlabelled {len(new)}, total {len(findings)}"
    rest += ", CUT SHORT (exit 3)" if run.returncode == 3 else ""
    if not book:
        return f"{name}: right {count('right', told)} of {count('right', label)} labelled, {rest}"
    defects = {r["id"]: set(r["lines"].split(",")) for r in rows(HERE / name / "defects.tsv")}
    at = [{str(p["line"]) for p in f["print"]} | {str(f["line"])} for f in new]
    maybe = [d for d, lines in defects.items() if f"planted {d}" not in told.values()
             and any(lines & a and len(lines - a) < 2 for a in at)]
    planted = len({l for l in told.values() if l.startswith("planted")})
    return f"{name}: planted {planted} of {len(defects)}, *maybe* {len(maybe)} ({' '.join(maybe)}), {rest}"

if len(sys.argv) not in (2, 3):
    sys.exit(__doc__)
books = sorted(p.parent.name for p in HERE.glob("*/book.txt"))
games = sorted({p.stem for p in (HERE / "labels").glob("*.tsv")} - set(books))
print(*(score(sys.argv[1], HERE / b / "book.txt", b, True) for b in books), sep="\n")
print(*([score(sys.argv[1], pathlib.Path(sys.argv[2]) / f"{g}.txt", g, False) for g in games]
        if len(sys.argv) == 3 else [f"NOT SCORED, no FOLDER given: {', '.join(games)}"]), sep="\n")
