#!/usr/bin/env python3
"""Writes the situations of bench/games/ as ruling files.

    bench/generate.py OUT [COUNT]            every instance, into OUT/order, OUT/window, OUT/quantities and
                                             OUT/corpus; of the corpus the first COUNT situations, normally
                                             10000. The same situations for the peers go into OUT/peers
    bench/generate.py --committed [FOLDER]   the small ones that are committed, into FOLDER/*/rulings,
                                             normally bench/games

The instances are those of bench/peers/: the same little random generator picks the same effects. What must come
out of `order` and `window` is not worked out here but read from bench/expected/, which a prototype of its own
computed; `quantities` and `corpus` only ask, and bench/run compares the answers.
"""
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ORDER = [(n, dense) for n in (8, 10, 12, 14, 16, 18) for dense in (False, True)]
WINDOW = [(3, 1, 1), (4, 1, 2), (6, 3, 1), (8, 1, 1), (8, 1, 3), (8, 3, 1)]
QUANTITIES = [(n, what, most) for n, most in ((8, 3), (8, None), (16, None), (32, None))
              for what in ("battle", "erratum", "rewording")]
CORPUS = 10000
COMMITTED = {"order-n8-mixed", "order-n8-dense", "window-m3-d1-s1", "window-m4-d1-s2", "quantities-n8-battle",
             "quantities-n8-erratum", "quantities-n8-rewording", "quantities-n8-battle-to3",
             "quantities-n8-erratum-to3", "quantities-n8-rewording-to3", "quantities-n16-rewording",
             *(f"corpus-{i:05}" for i in range(8))}


class Random:
    """A linear congruential generator, as small as the ones in the peers' inputs."""

    def __init__(self, seed, skip=5):
        self.state = seed & 0xFFFFFFFF
        for _ in range(skip):
            self.below(2)

    def below(self, m):
        self.state = (self.state * 1664525 + 1013904223) & 0xFFFFFFFF
        return (self.state >> 10) % m


def head(name, game, ja, en):
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<ruling format="1" id="{name}" game="{game}" status="derived" source="bench">
  <title xml:lang="ja">{ja}</title>
  <title xml:lang="en">{en}</title>
"""


def expected(name):
    path = HERE / "expected" / f"{name}.txt"
    return [line.strip() for line in path.read_text().splitlines()] if path.exists() else []


# ---------------------------------------------------------------- F1: the order of n simultaneous effects

def order_effects(n, dense, seed=1):
    r = Random(seed * 7919 + n * 31 + (5 if dense else 0))
    scores = (5 + r.below(6), 3 + r.below(6))
    effects = []
    for i in range(n):
        kind = r.below(100)
        side = 0 if dense else r.below(2)
        if dense:
            if kind < 30: e = ("加算", 0, 1 + r.below(5))
            elif kind < 45: e = ("減算", 0, 1 + r.below(5))
            elif kind < 55: e = ("固定", 0, 2 + r.below(12))
            elif kind < 65: e = ("倍加", 0, 0)
            elif kind < 75: e = ("上限", 0, 6 + r.below(12))
            elif kind < 85: e = ("勢い", 0, 5 + r.below(10))
            elif kind < 93: e = ("褒美", 0, 5 + r.below(10))
            else: e = ("破壊", 0, r.below(n))
        else:
            if kind < 30: e = ("加算", side, 1 + r.below(4))
            elif kind < 42: e = ("減算", side, 1 + r.below(4))
            elif kind < 47: e = ("固定", side, 2 + r.below(9))
            elif kind < 53: e = ("倍加", side, 0)
            elif kind < 59: e = ("上限", side, 6 + r.below(9))
            elif kind < 80: e = ("補充", 0, 1 + r.below(2))
            elif kind < 86: e = ("破壊", 0, r.below(n))
            elif kind < 92: e = ("勢い", side, 4 + r.below(9))
            else: e = ("褒美", side, 4 + r.below(9))
        if e[0] == "破壊" and e[2] == i:
            e = ("補充", 0, 1)
        effects.append(e)
    return scores, effects


def order(n, dense):
    name = f"order-n{n}-{'dense' if dense else 'mixed'}"
    scores, effects = order_effects(n, dense)
    out = head(name, "bench-order", f"同時に起きる{n}個の効果", f"{n} simultaneous effects")
    out += '  <situation turn="A" at="手番[1]">\n'
    out += f'    <player id="A" 得点="{scores[0]}"><zone name="場">\n'
    for i, (card, side, k) in enumerate(effects):
        what = f'的="e{k}"' if card == "破壊" else f'先="{"AB"[side]}" 点="{k}"'
        out += f'      <card id="e{i}" is="{card}" {what}/>\n'
    out += f'    </zone></player>\n    <player id="B" 得点="{scores[1]}"/>\n  </situation>\n'
    tuples = expected(name)
    out += '  <claim kind="outcomes" of="A.得点, B.得点, 引いた枚数, size(捨て札)">\n'
    out += "".join(f"    <o>{t}</o>\n" for t in tuples)
    out += "  </claim>\n"
    if tuples:  # one that is reached, and one next to it that is not
        yes = tuples[len(tuples) // 2]
        a, b, h, t = map(int, yes.split(","))
        no = next(f"{x},{b},{h},{t}" for x in range(a + 1, a + 61) if f"{x},{b},{h},{t}" not in tuples)
        for kind, key in (("possible", yes), ("impossible", no)):
            a, b, h, t = key.split(",")
            out += f'  <claim kind="{kind}">A.得点 = {a} and B.得点 = {b} and 引いた枚数 = {h} and size(捨て札) = {t}</claim>\n'
    return name, out + "</ruling>\n"


# ---------------------------------------------------------------- F2: windows and nested interrupts

TIMES = ["挑まれた時", "参加時", "受けた時", "選択時", "バトル中の時", "計算時", "結果時", "発生前", "発生後", "受け後",
         "ダウン前", "ダウン後", "終了時", "受け前"]


def window_abilities(m, seed):
    r = Random(seed * 7919 + m * 31)
    spirit = (5 + r.below(3), 5 + r.below(3))
    abilities = []
    for owner in range(2):
        for _ in range(m):
            kind = r.below(100)
            time = r.below(14)
            k = 1 + r.below(3)
            if kind < 35:
                card = "火花"
                if r.below(2): time = (7, 8, 9, 13, 10, 11)[r.below(6)]
            elif kind < 55: card = "強打"
            elif kind < 65: card = "守り"
            elif kind < 75: card = "足止め"
            elif kind < 85: card = "手当て"
            elif kind < 95:
                card = "身代わり"
                time = (7, 8, 9, 13)[r.below(4)]
            else: card = "補充"
            if card in ("強打", "守り", "足止め") and time >= 5: time = r.below(5)
            abilities.append((owner, card, time, k))
    return spirit, abilities


def window(m, d, seed):
    name = f"window-m{m}-d{d}-s{seed}"
    spirit, abilities = window_abilities(m, seed)
    out = head(name, "bench-window", f"能力{m}つずつのバトル、割り込みの深さ{d}", f"a battle, {m} abilities each, nesting {d}")
    out += f'  <situation turn="A" 限="{d}" at="バトル[4]">\n'
    for owner, (atk, downs) in enumerate(((7, 0), (6, 4))):
        out += f'    <player id="{"AB"[owner]}" 気力上限="{spirit[owner]}" 攻撃="{atk}" 防御="3" ダウン数="{downs}"><zone name="能力">\n'
        mine = [a for a in abilities if a[0] == owner]
        for i, (_, card, time, k) in enumerate(mine):
            out += f'      <card id="{"ab"[owner]}{i}" is="{card}" 時="{TIMES[time]}" 点="{k}"/>\n'
        out += "    </zone></player>\n"
    out += '  </situation>\n  <play><free by="A" acts="能力を使う"/><free by="B" acts="能力を使う"/></play>\n'
    results = {"1": "win(A)", "2": "win(B)", "3": "draw", "4": "none"}
    out += '  <claim kind="outcomes" of="result, A.ダウン数, B.ダウン数, A.手札, B.手札, A.気力, B.気力">\n'
    tuples = [t.split(",") for t in expected(name)]
    for t in tuples:
        out += f"    <o>{','.join([results[t[0]]] + t[1:])}</o>\n"
    out += "  </claim>\n"
    if tuples:
        draw = any(t[0] == "3" for t in tuples)
        out += f'  <claim kind="{"possible" if draw else "impossible"}">result = draw</claim>\n'
    return name, out + "</ruling>\n"


# ---------------------------------------------------------------- F3: a battle of unknown values

CONDITIONS = ["常に", "優勢", "弱気", "堅守", "任意", "任意"]


def quantities_modifiers(n, seed=7):
    r = Random(seed * 131 + n, skip=4)
    modifiers = []
    for _ in range(n):
        kind = r.below(100)
        card = "加算" if kind < 45 else "防備" if kind < 70 else "上限" if kind < 88 else "倍加" if kind < 93 else "固定"
        condition = r.below(6)
        if card in ("上限", "倍加", "固定") and condition == 0: condition = 1 + r.below(5)
        modifiers.append((r.below(2), card, CONDITIONS[condition], 1 + r.below(5)))
    return modifiers


def quantities(n, what, most):
    """`most`: how far above its least value each quantity goes, so that it can be tried out; normally any."""
    name = f"quantities-n{n}-{what}" + (f"-to{most}" if most is not None else "")
    titles = {"battle": (f"修正{n}個のバトル、どの値でも", f"a battle with {n} modifiers, for all values"),
              "erratum": (f"修正{n}個のうち1つの訂正", f"an erratum to one of {n} modifiers"),
              "rewording": (f"修正{n}個の言い換え", f"{n} modifiers in other words")}
    out = head(name, "bench-quantities", *titles[what])
    for side in "ab":
        for value, least in (("atk", 0), ("def", 0), ("spirit", 1)):
            bound = f' max="{least + most}"' if most is not None else ""
            out += f'  <let name="{value}_{side}" type="int" min="{least}"{bound}/>\n'
    both = what != "battle"
    out += f'  <situation 改訂="{"true" if both else "false"}" at="バトル">\n'
    modifiers = quantities_modifiers(n)
    for owner, side in enumerate("ab"):
        values = f'攻撃="atk_{side}" 防御="def_{side}" 気力="spirit_{side}"'
        if both: values += f' 新攻撃="atk_{side}" 新防御="def_{side}" 新気力="spirit_{side}"'
        out += f'    <player id="{"AB"[owner]}" {values}><zone name="場">\n'
        for i, (whose, card, condition, k) in enumerate(modifiers):
            if whose != owner: continue
            more = {"上限": 5, "固定": 3}.get(card, 0)
            new = k + 1 if what == "erratum" and i == n // 2 else k
            text = "・言い換え" if what == "rewording" else ""
            out += f'      <card id="c{i}" is="{card}{text}" 条件="{condition}" 点="{k + more}" 境="{k + 2}"'
            if both: out += f' 新点="{new + more}" 新境="{new + 2}"'
            out += "/>\n"
        out += "    </zone></player>\n"
    out += "  </situation>\n"
    differ = "A.ダウン != A.新ダウン or B.ダウン != B.新ダウン"
    if what == "battle":
        for p, side in ("A", "a"), ("B", "b"):
            out += (f'  <claim kind="necessary" for="every">{p}.受けた &gt;= 0 and '
                    f'{p}.ダウン = (spirit_{side} - {p}.受けた &lt;= 0 and {p}.受けた &gt; 0)</claim>\n')
    elif what == "erratum":
        out += f'  <claim kind="possible" for="some">{differ}</claim>\n'
    else:
        out += f'  <claim kind="impossible" for="every">{differ}</claim>\n'
    return name, out + "</ruling>\n"


# ---------------------------------------------------------------- F5: a corpus of tiny situations

EFFECTS = ["加算", "減算", "固定", "上限", "倍加"]


def corpus_situations(count):
    r = Random(99, skip=0)
    for i in range(count):
        attack, defence, spirit, hand, deck = r.below(10), r.below(8), 1 + r.below(9), r.below(5), r.below(20)
        number = 1 + r.below(4)
        effects = [(r.below(5), 1 + r.below(5)) for _ in range(4)][:number]
        yield i, attack, defence, spirit, hand, deck, effects, ("possible", "necessary")[r.below(2)], r.below(8)


def corpus(i, attack, defence, spirit, hand, deck, effects, kind, most):
    name = f"corpus-{i:05}"
    out = head(name, "bench-corpus", "攻撃1回", "one attack")
    out += f'  <situation turn="A" at="攻撃する">\n    <player id="A" 攻撃="{attack}">\n'
    out += f'      <zone name="手札"><cards n="{hand}"/></zone><zone name="デッキ"><cards n="{deck}"/></zone>\n      <zone name="場">\n'
    for k, (effect, points) in enumerate(effects):
        out += f'        <card id="e{k}" is="{EFFECTS[effect]}" 点="{points}"/>\n'
    out += f'      </zone>\n    </player>\n    <player id="B" 防御="{defence}" 気力="{spirit}"/>\n  </situation>\n'
    out += f'  <claim kind="{kind}">B.気力 &lt;= {most}</claim>\n'
    return name, out + "</ruling>\n"


def corpus_promela(situations):
    """One model of all situations: which one is chosen first. Prints what B's spirit may be at the end. The
    tables are in C: they are too long for SPIN's own reader."""
    n = len(situations)
    rows = ",".join("{%d,%d,%d,%d}" % (s[1], s[2], s[3], len(s[6])) for s in situations)
    effects = ",".join("{" + ",".join("{%d,%d}" % e for e in s[6]) + "}" for s in situations)
    tables = f"static short now_of[{n}][4]={{{rows}}};\nstatic short effect_of[{n}][4][2]={{{effects}}};\n"
    return tables, f"""short i; byte rest; short a;
c_decl {{
\\#include "corpus{n}.h"
static unsigned char seen[{n}][256];
static int apply(int i,int k,int a){{ int p=effect_of[i][k][1];
 switch(effect_of[i][k][0]){{ case 0: return a+p; case 1: return a>p?a-p:0; case 2: return p; case 3: return a<p?a:p; default: return 2*a; }} }}
}}
active proctype P(){{
do :: i<{n - 1} -> i++ :: break od;
c_code {{ now.a=now_of[now.i][0]; now.rest=(1<<now_of[now.i][3])-1; }};
do
{chr(10).join(f":: rest & {1 << k} -> d_step {{ rest=rest-{1 << k}; c_code {{ now.a=apply(now.i,{k},now.a); }} }}" for k in range(4))}
:: rest==0 -> break
od;
c_code {{ int d=now.a-now_of[now.i][1]; int s=now_of[now.i][2]-(d>0?d:0);
if(!seen[now.i][s+200]){{ seen[now.i][s+200]=1; fprintf(stderr,"OUT %d %d\\n",now.i,s); }} }};
}}
"""


def corpus_clingo(situations):
    """One program of all situations; with --enum-mode=brave it tells what B's spirit may be at the end."""
    names = ["add", "sub", "set", "cap", "dbl"]
    out = "".join(f"a({s[0]},0,{s[1]}). d({s[0]},{s[2]}). s({s[0]},{s[3]}). n({s[0]},{len(s[6])}).\n"
                  + "".join(f"e({s[0]},{k},{names[op]},{points}).\n" for k, (op, points) in enumerate(s[6])) for s in situations)
    return out + """step(S,0..N-1) :- n(S,N).
1{do(S,T,E):e(S,E,_,_)}1 :- step(S,T).
1{do(S,T,E):step(S,T)}1 :- e(S,E,_,_).
a(S,T+1,V+K) :- do(S,T,E), e(S,E,add,K), a(S,T,V).
a(S,T+1,V-K) :- do(S,T,E), e(S,E,sub,K), a(S,T,V), V>K.
a(S,T+1,0) :- do(S,T,E), e(S,E,sub,K), a(S,T,V), V<=K.
a(S,T+1,K) :- do(S,T,E), e(S,E,set,K).
a(S,T+1,V) :- do(S,T,E), e(S,E,cap,K), a(S,T,V), V<=K.
a(S,T+1,K) :- do(S,T,E), e(S,E,cap,K), a(S,T,V), V>K.
a(S,T+1,2*V) :- do(S,T,E), e(S,E,dbl,_), a(S,T,V).
out(S,P-V+D) :- n(S,N), a(S,N,V), d(S,D), s(S,P), V>D.
out(S,P) :- n(S,N), a(S,N,V), d(S,D), s(S,P), V<=D.
#show out/2.
"""


def corpus_maude(situations):
    """One search for each situation, in one process."""
    names = ["add", "sub", "set", "cap", "dbl"]
    out = """mod F5 is protecting INT . sort St Ef Efs . subsort Ef < Efs . op none : -> Efs .
 op __ : Efs Efs -> Efs [assoc comm id: none] .
 ops add sub set cap dbl : Nat Nat -> Ef .
 op st : Efs Int -> St . *** effects that are left, attack
 vars P : Efs . vars A : Int . vars I K : Nat .
 rl st(add(I,K) P, A) => st(P, A + K) .
 rl st(sub(I,K) P, A) => st(P, max(0, A - K)) .
 rl st(set(I,K) P, A) => st(P, K) .
 rl st(cap(I,K) P, A) => st(P, min(A, K)) .
 rl st(dbl(I,K) P, A) => st(P, 2 * A) .
endm
set print attribute off .
"""
    for i, attack, defence, spirit, _, _, effects, kind, most in situations:
        left = " ".join(f"{names[op]}({k},{points})" for k, (op, points) in enumerate(effects))
        wanted = "<=" if kind == "possible" else ">"
        out += f"search [1] st({left}, {attack}) =>! st(none, A) such that {spirit} - max(0, A - {defence}) {wanted} {most} .\n"
    return out + "q\n"


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    committed = sys.argv[1] == "--committed"
    games = Path(sys.argv[2]) if committed and len(sys.argv) == 3 else HERE / "games"
    count = 8 if committed else int(sys.argv[2]) if len(sys.argv) == 3 else CORPUS
    for game, instances in (("order", (order(*i) for i in ORDER)), ("window", (window(*i) for i in WINDOW)),
                            ("quantities", (quantities(*i) for i in QUANTITIES)),
                            ("corpus", (corpus(*i) for i in corpus_situations(count)))):
        folder = games / game / "rulings" if committed else Path(sys.argv[1]) / game
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in instances:
            if not committed or name in COMMITTED:
                (folder / f"{name}.xml").write_text(text)
    if not committed:
        folder = Path(sys.argv[1]) / "peers"
        folder.mkdir(parents=True, exist_ok=True)
        situations = list(corpus_situations(count))
        tables, promela = corpus_promela(situations)
        for ending, text in (("h", tables), ("pml", promela), ("lp", corpus_clingo(situations)),
                             ("maude", corpus_maude(situations))):
            (folder / f"corpus{count}.{ending}").write_text(text)


if __name__ == "__main__":
    main()
