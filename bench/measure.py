#!/usr/bin/env python3
"""Runs the families of the bench by our engines and by the peers, compares the answers and prints tables.
Called by bench/run, which builds and installs what is needed."""
import argparse
import os
import platform
import re
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
PEERS = HERE / "peers"
FAMILIES = ("order", "window", "quantities", "corpus", "loader")
MEMORY = 8 << 30  # of one run
GENERATE = [sys.executable, str(HERE / "generate.py")]

ORDER = [(n, family) for n in (8, 12, 16, 18) for family in ("mixed", "dense")]
WINDOW = [(3, 1, 1), (4, 1, 2), (6, 3, 1), (8, 1, 3), (8, 1, 1), (8, 3, 1)]
QUANTITIES = ["n8-{}-to3", "n8-{}", "n16-{}", "n32-{}"]


class Run:
    """What one program did: CPU seconds of its process, megabytes, output; `why` when it did not come to an end.
    The system counts as memory of a program also that of the one it was started from, so megabytes of the peers
    are not below those of this script."""

    def __init__(self, command, limit, cwd=None):
        self.why, self.seconds, self.megabytes = "", 0.0, 0.0
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, cwd=cwd, start_new_session=True,
                                       preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)))
            end = time.monotonic() + 4 * limit + 5  # of wall time; the limit is one of CPU time
            try:
                status, used = self.wait(process.pid, limit, end)
            except BaseException:
                os.killpg(process.pid, signal.SIGKILL)
                raise
            process.returncode = os.waitstatus_to_exitcode(status)
            self.code = process.returncode
            self.seconds, self.megabytes = used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
            out.seek(0)
            err.seek(0)
            self.out, self.err = (f.read().decode(errors="replace") for f in (out, err))

    def wait(self, pid, limit, end):
        while True:
            over, status, used = os.wait4(pid, os.WNOHANG)
            if over != 0: return status, used
            if time.monotonic() > end or self.cpu(pid) > limit:
                self.why = "TO"
                os.killpg(pid, signal.SIGKILL)
                return os.wait4(pid, 0)[1:]
            time.sleep(0.002 if time.monotonic() < end - 4 * limit - 4 else 0.05)

    @staticmethod
    def cpu(pid):
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Cell:
    """What one engine says and what it took; times are medians."""

    def __init__(self, answer="–", **measured):
        self.answer, self.measured = answer, measured

    def __getitem__(self, name):
        return self.measured.get(name)


def repeated(times, once):
    """The median of several runs. One that takes long, or gives up, is run once."""
    cells = []
    for _ in range(times):
        cells.append(once())
        if cells[-1].answer in NONE or (cells[-1]["process"] or 0) > 10: break
    answers = {c.answer for c in cells}
    names = cells[0].measured.keys()
    middle = {k: statistics.median(c[k] for c in cells) for k in names}
    return Cell(cells[0].answer if len(answers) == 1 else "unsteady", **middle)


# ---------------------------------------------------------------- ours

def ours(o, engine, game, ruling, claim, answer):
    """`answer`: what the verdict `holds` means."""
    def once():
        run = Run([o.bench, "ask", f"--engine={engine}", f"--claim={claim}", str(HERE / "games" / game), str(ruling)], o.limit)
        if run.why: return Cell(run.why, process=run.seconds, megabytes=run.megabytes)
        line = re.search(r"(holds|fails|vacuous|unknown) .*?states=(\d+) .*?queries=(\d+) .*load=([\d.]+) explore=([\d.]+).*rss=(\d+)", run.out)
        if line is None: return Cell("failed")
        verdict = {"holds": answer, "fails": f"not {answer}"}.get(line[1], line[1])
        return Cell(verdict, load=float(line[4]), explore=float(line[5]), process=run.seconds, megabytes=int(line[6]) / 1024,
                    states=int(line[2]), queries=int(line[3]))
    return repeated(o.repeat, once)


def ours_total(o, engine, folder):
    def once():
        run = Run([o.bench, "ask", "--total", f"--engine={engine}", str(HERE / "games" / "corpus"), str(folder)], o.limit)
        if run.why: return Cell(run.why, process=run.seconds, megabytes=run.megabytes)
        line = re.search(r"decided=(\d+)/(\d+) holds=(\d+) .*queries=(\d+) load=([\d.]+) explore=([\d.]+).*rss=(\d+)", run.out)
        if line is None or line[1] != line[2]: return Cell("failed")
        return Cell(f"{line[3]} yes", load=float(line[5]), explore=float(line[6]), process=run.seconds, megabytes=int(line[7]) / 1024, queries=int(line[4]))
    return repeated(o.repeat, once)


# ---------------------------------------------------------------- peers

def spin(o, model, answer):
    """Each model is run with two sizes of hash table, and the faster counts. `answer` reads a finished run."""
    if not o.have["spin"]: return Cell()
    with tempfile.TemporaryDirectory() as folder:
        made = Run(["spin", "-a", str(model)], o.limit, folder)
        built = Run(["gcc", "-O3", "-w", "-I", str(model.parent), "-DSAFETY", "-DMEMLIM=8000", "-o", "pan", "pan.c"], o.limit, folder)
        if made.why or built.why or not (Path(folder) / "pan").exists(): return Cell("failed")
        def once(size):
            run = Run(["./pan", "-n", f"-w{size}", "-m100000"], 4 * o.limit, folder)  # all ratios are against it
            if "search depth too small" in run.out or "out of memory" in run.out: return Cell("failed")
            return Cell(run.why or answer(run), process=run.seconds, megabytes=run.megabytes)
        cells = [repeated(o.repeat, lambda: once(size)) for size in (18, 22)]
    best = min(cells, key=lambda c: (c.answer in ("TO", "failed"), c["process"] or 0))
    best.measured["build"] = made.seconds + built.seconds
    return best


def clingo(o, arguments, answer):
    if not o.have["clingo"]: return Cell()
    def once():
        run = Run(["clingo", "-V0", *map(str, arguments)], o.limit)
        return Cell(run.why or answer(run), process=run.seconds, megabytes=run.megabytes)
    return repeated(o.repeat, once)


def maude(o, module, answer):
    if not o.have["maude"]: return Cell()
    def once():
        run = Run(["maude", "-no-banner", "-batch", str(module)], o.limit)
        return Cell(run.why or (answer(run) if run.code == 0 else "failed"), process=run.seconds, megabytes=run.megabytes)
    return repeated(o.repeat, once)


def tuples(name):
    """The outcomes that our ruling claims to be all there are."""
    return {tuple(map(int, line.split(","))) for line in (HERE / "expected" / f"{name}.txt").read_text().split()}


def same_set(found, wanted):
    return f"{len(wanted)}" if found == wanted else f"{len(found)}, others"


def pan_outcomes(run):
    return {tuple(map(int, line.split()[1:])) for line in run.err.splitlines() if line.startswith("OUT ")}


# ---------------------------------------------------------------- tables

def seconds(t):
    if t is None: return "–"
    return f"{t:.4f}" if t < 0.1 else f"{t:.3f}" if t < 1 else f"{t:.2f}"


NONE = ("–", "TO", "unknown", "failed")  # no answer


def agree(cells):
    given = {c.answer for c in cells if c.answer not in NONE}
    return len(given) == 1


class Table:
    HEAD = ["instance", "question", "explicit", "Z3", "SPIN", "clingo", "Maude", "load", "explicit explores", "process", "explicit MB",
            "states", "Z3 explores", "queries", "Z3 MB", "pan", "pan MB", "pan / explicit", "pan / Z3", "clingo CPU", "Maude CPU"]

    def __init__(self, o, title):
        self.rows, self.disagreements = [], 0
        self.o, self.title = o, title
        print(f"\n{title}", flush=True)

    def row(self, instance, question, exp, sym, pan=Cell(), lp=Cell(), mau=Cell(), wanted=None):
        cells = [exp, sym, pan, lp, mau] + ([Cell(wanted)] if wanted else [])
        fine = agree(cells)
        self.disagreements += not fine
        def ratio(ours):
            usable = fine and all(c.answer not in NONE for c in (ours, pan)) and ours["explore"]
            return f"{pan['process'] / ours['explore']:.1f}" if usable else "–"
        def number(cell, name): return "–" if cell[name] is None else f"{cell[name]:.0f}"
        loaded = exp if exp["load"] is not None else sym
        self.rows.append([instance, question, *(c.answer for c in (exp, sym, pan, lp, mau)), seconds(loaded["load"]), seconds(exp["explore"]),
                          seconds(exp["process"]), number(exp, "megabytes"), number(exp, "states"), seconds(sym["explore"]), number(sym, "queries"),
                          number(sym, "megabytes"), seconds(pan["process"]), number(pan, "megabytes"), ratio(exp), ratio(sym),
                          seconds(lp["process"]), seconds(mau["process"])])
        print("  " + "  ".join(f"{h.strip()} {v}" for h, v in zip(self.HEAD, self.rows[-1]) if v != "–") + ("" if fine else "  ANSWERS DIFFER"), flush=True)

    def text(self, note=""):
        empty = {i for i in range(2, len(self.HEAD)) if all(r[i] == "–" for r in self.rows)}
        shown = [i for i in range(len(self.HEAD)) if i not in empty]
        lines = [[self.HEAD[i] for i in shown], ["---"] * len(shown), *([r[i] for i in shown] for r in self.rows)]
        return f"## {self.title}\n\n" + (note + "\n\n" if note else "") + "".join("| " + " | ".join(line) + " |\n" for line in lines)


# ---------------------------------------------------------------- families

def order(o):
    table = Table(o, "F1 order of simultaneous effects")
    for n, family in ORDER:
        if o.quick and n > 12: continue
        ruling = o.instances / "order" / f"order-n{n}-{family}.xml"
        peer = PEERS / "f1" / f"n{n}_fam{int(family == 'dense')}"
        wanted = tuples(f"order-n{n}-{family}")
        z3 = not (o.quick and n > 8)
        name = f"n={n} {family}"
        table.row(name, "all outcomes", ours(o, "explicit", "order", ruling, 0, str(len(wanted))),
                  ours(o, "symbolic", "order", ruling, 0, str(len(wanted))) if z3 and n <= 12 else Cell(),
                  spin(o, Path(f"{peer}_set.pml"), lambda r: same_set(pan_outcomes(r), wanted)),
                  clingo(o, [f"{peer}_set.lp", 0, "--project"], lambda r: same_set({tuple(map(int, t.split(","))) for t in re.findall(r"out\(([\d,]+)\)", r.out)}, wanted))
                  if n <= 8 or not o.quick else Cell(), wanted=str(len(wanted)))
        for claim, kind in ((1, "yes"), (2, "no")):
            reached = {"yes": "reached", "no": "not reached"}
            table.row(name, f"one outcome ({kind})", ours(o, "explicit", "order", ruling, claim, reached[kind]),
                      ours(o, "symbolic", "order", ruling, claim, reached[kind]) if z3 and n <= 12 else Cell(),
                      spin(o, Path(f"{peer}_{kind}.pml"), lambda r: "not reached" if "errors: 0" in r.out else "reached"),
                      clingo(o, [f"{peer}_{kind}.lp", 1], lambda r: "not reached" if "UNSATISFIABLE" in r.out else "reached"),
                      maude(o, Path(f"{peer}_{kind}.maude"), lambda r: "reached" if "Solution 1" in r.out else "not reached"))
    return table, ""


def window(o):
    table = Table(o, "F2 windows and interrupts")
    def outcomes(run):
        return {tuple(map(int, re.findall(r"--> (\d+)", part))) for part in re.split(r"Solution \d+", run.out)[1:]}
    for m, d, s in WINDOW:
        if o.quick and m > 6: continue
        ruling = o.instances / "window" / f"window-m{m}-d{d}-s{s}.xml"
        peer = PEERS / "f2" / f"m{m}_d{d}_s{s}"
        wanted = tuples(f"window-m{m}-d{d}-s{s}")
        name = f"m={m} d={d} seed {s}"
        pan = spin(o, Path(f"{peer}.pml"), lambda r: same_set(pan_outcomes(r), wanted))
        table.row(name, "all outcomes", ours(o, "explicit", "window", ruling, 0, str(len(wanted))),
                  ours(o, "symbolic", "window", ruling, 0, str(len(wanted))) if m <= 4 else Cell(), pan,
                  mau=maude(o, Path(f"{peer}.maude"), lambda r: same_set(outcomes(r), wanted)), wanted=str(len(wanted)))
        drawn = "draw" if any(t[0] == 3 for t in wanted) else "no draw"
        table.row(name, "a draw?", ours(o, "explicit", "window", ruling, 1, drawn),
                  ours(o, "symbolic", "window", ruling, 1, drawn) if m <= 6 or not o.quick else Cell(), wanted=drawn)
    return table, ""


def quantities(o):
    table = Table(o, "F3 symbolic quantities")
    for form in QUANTITIES:
        if o.quick and "n32" in form: continue
        for what, answer, claims in (("battle", "proved", (0, 1)), ("erratum", "differs", (0,)), ("rewording", "no difference", (0,))):
            name = "quantities-" + form.format(what)
            ruling = o.instances / "quantities" / f"{name}.xml"
            for claim in claims:
                question = what + (" " + "AB"[claim] if len(claims) > 1 else "") + (", up to 3" if "to3" in form else ", all values")
                table.row(form.split("-")[0].replace("n", "n="), question, ours(o, "explicit", "quantities", ruling, claim, answer),
                          ours(o, "symbolic", "quantities", ruling, claim, answer))
    return table, "Six integers without a bound are beyond the peers, and beyond the explicit engine."


def corpus(o):
    table = Table(o, "F5 corpus of tiny situations, one process")
    for count in (1000,) if o.quick else (1000, 10000):
        folder = o.instances / f"corpus{count}"
        subprocess.run([*GENERATE, str(folder), str(count)], check=True)
        peer = folder / "peers" / f"corpus{count}"
        rulings = sorted((folder / "corpus").iterdir())
        claims = [re.search(r'<claim kind="(\w+)">B\.気力 &lt;= (\d+)<', path.read_text()).groups() for path in rulings]
        def yes(ends):
            reached = [[] for _ in claims]
            for i, spirit in ends: reached[i].append(spirit)
            return f"{sum((any if kind == 'possible' else all)(s <= int(most) for s in reached[i]) for i, (kind, most) in enumerate(claims))} yes"
        def searched(run):
            found = re.findall(r"^(Solution 1|No solution)", run.out, re.M)
            return f"{sum((f == 'Solution 1') == (kind == 'possible') for f, (kind, _) in zip(found, claims))} yes" if len(found) == len(claims) else "failed"
        table.row(f"{count}", "claims that hold", ours_total(o, "explicit", folder / "corpus"), ours_total(o, "symbolic", folder / "corpus"),
                  spin(o, Path(f"{peer}.pml"), lambda r: yes(pan_outcomes(r))),
                  clingo(o, ["--enum-mode=brave", "-q1", f"{peer}.lp"], lambda r: yes({tuple(map(int, t)) for t in re.findall(r"out\((\d+),(-?\d+)\)", r.out)}))
                  if count <= 1000 else Cell(),
                  maude(o, Path(f"{peer}.maude"), searched), wanted={1000: "605 yes", 10000: "5874 yes"}[count])
    return table, "The peers read all situations from one input of their own; we read one ruling file each. `load` is the reading of all of them."


def loader(o):
    print("\nLoader", flush=True)
    lines = ["| game | bytes | provisions | plain JSON MB/s | our JSON MB/s | whole loader MB/s | provisions/s | read ms | compile ms | lower ms |", "|" + " --- |" * 10]
    for game in (HERE.parent / "fixtures" / "lftcg", HERE / "games" / "window", HERE / "games" / "quantities"):
        if not game.exists(): continue
        runs = []
        for _ in range(o.repeat):
            run = Run([o.bench, "load", str(game), "20" if o.quick else "100"], o.limit)
            runs.append({k: float(v) for k, v in re.findall(r"(\w+)=([\d.]+)", run.out)})
            if run.why or run.code != 0 or not runs[-1]: break
        if run.why or run.code != 0 or not runs[-1]:
            o.failed += not run.why
            lines.append(f"| {game.name} | {run.why or 'failed'} |" + " – |" * 8)
            print("  " + lines[-1] + "  " + run.err.strip(), flush=True)
            continue
        m = {k: statistics.median(r[k] for r in runs) for k in runs[0]}
        lines.append(f"| {game.name} | {m['bytes']:.0f} | {m['provisions']:.0f} | {m['plain_MB_s']:.1f} | {m['bytes'] / m['json_ms'] / 1e3:.1f} | {m['MB_s']:.1f} | {m['provisions_s']:.0f} | {m['read_ms']:.2f} | {m['compile_ms']:.2f} | {m['lower_ms']:.2f} |")
        print("  " + lines[-1], flush=True)
    return "## Loader\n\nOne game read and compiled again and again. *Plain JSON* is nlohmann_json on the same bytes: no places, no checks, no rules.\n\n" + "\n".join(lines) + "\n"


# ---------------------------------------------------------------- the whole

def machine():
    def version(command, pattern):
        try:
            found = re.search(pattern, (lambda r: r.stdout + r.stderr)(subprocess.run(command, capture_output=True, text=True)))
            return found[1] if found else "?"
        except OSError:
            return "missing"
    cpu = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    memory = int(re.search(r"MemTotal:\s*(\d+)", Path("/proc/meminfo").read_text())[1]) / 1024 / 1024
    return (f"{cpu[1] if cpu else platform.machine()}, {os.cpu_count()} cores, {memory:.0f} GB. SPIN {version(['spin', '-V'], r'Version ([0-9.]+)')}, "
            f"clingo {version(['clingo', '--version'], r'version ([0-9.]+)')}, Maude {version(['maude', '--version'], r'([0-9.]+)')}, "
            f"gcc {version(['gcc', '-dumpfullversion'], r'([0-9.]+)')}, Z3 {version(['pkg-config', '--modversion', 'z3'], r'([0-9.]+)')}. "
            f"Hanrei {version(['git', '-C', str(HERE), 'rev-parse', '--short', 'HEAD'], r'(.*)')}.")


def main():
    parser = argparse.ArgumentParser(prog="bench/run", description="Measures the engines beside SPIN, clingo and Maude.")
    parser.add_argument("family", nargs="*", help="of " + ", ".join(FAMILIES) + "; without any, all")
    parser.add_argument("--quick", action="store_true", help="small instances, each measured once")
    parser.add_argument("--repeat", type=int, help="runs of each, of which the median counts (normally 3)")
    parser.add_argument("--limit", type=float, help="CPU seconds a run may take (normally 60; quick 10)")
    parser.add_argument("--out", type=Path, help="where the tables go (normally bench/results/latest.md; quick build/bench-quick.md)")
    parser.add_argument("--bench", required=True, help=argparse.SUPPRESS)
    o = parser.parse_args()
    for family in o.family:
        if family not in FAMILIES: parser.error(f"no family {family}")
    o.repeat = o.repeat or (1 if o.quick else 3)
    o.limit = o.limit or (10 if o.quick else 60)
    o.have = {name: shutil.which(name) is not None for name in ("spin", "clingo", "maude")}
    out = o.out or (HERE.parent / "build" / "bench-quick.md" if o.quick else HERE / "results" / "latest.md")
    missing = [name for name, there in o.have.items() if not there]
    texts, disagreements = [], 0
    o.failed = 0  # of the loader
    with tempfile.TemporaryDirectory() as folder:
        o.instances = Path(folder)
        subprocess.run([*GENERATE, folder, "0"], check=True)
        for family in FAMILIES:
            if o.family and family not in o.family: continue
            if family == "loader":
                texts.append(loader(o))
                continue
            table, note = globals()[family](o)
            disagreements += table.disagreements
            texts.append(table.text(note))
    head = (f"# Measured\n\n{machine()}\n\nCPU seconds (user and system), medians of {o.repeat}; at most {o.limit:.0f} s a run (pan {4 * o.limit:.0f}), else TO. How to read it: "
            "[README.md](../README.md).\n\n" + (f"Without {', '.join(missing)}: not installed.\n\n" if missing else ""))
    if disagreements: head += f"**Answers differ in {disagreements} rows.**\n\n"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(head + "\n".join(texts))
    print(f"\n{out}" + (f": answers differ in {disagreements} rows" if disagreements else ""))
    if missing: print("missing: " + ", ".join(missing))
    return 1 if disagreements or o.failed else 0


if __name__ == "__main__":
    sys.exit(main())
