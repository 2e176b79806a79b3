#!/usr/bin/env python3
"""A library of generated rulings for the bench of the database.

    rulings.py OUT [N]      N rulings (100,000) in five games below OUT

The words are those of the five games: titles of clauses, names of terms, halves of names of cards. No sentence of
theirs is in it. The same N gives the same bytes. OUT/known.tsv lists queries with the ruling each is about.
"""
import json
import os
import random
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
GAMES = ["lftcg", "precious", "actor", "monster", "gash"]
FORMS = [  # card, other card, mechanic, zone, phase, number
    "{p}に《{c}》を使ったとき、{m}の処理はどうなりますか。",
    "《{c}》の効果で{z}から{n}枚選ぶとき、《{d}》も選べますか。",
    "{m}と{k}が同時に起きました。《{c}》はどちらの後に処理しますか。",
    "{z}に《{c}》が{n}枚あります。{m}を宣言できますか。",
    "《{d}》が{z}を離れるとき、《{c}》の{m}は立ち消えになりますか。",
]
ANSWERS = [
    "{m}は{p}の終わりに行うので、《{c}》は{z}に残ります。",
    "できます。{k}は{n}回まで宣言できます。",
    "できません。{m}には{k}が要ります。《{d}》があっても同じです。",
    "《{c}》を使ったプレイヤーが{m}と{k}の順番を決めます。",
    "{z}に移ったあとは《{c}》の効果を受けません。{m}は起きません。",
]
ENGLISH = ["How is {m} processed when 《{c}》 is used in {p}?", "May 《{d}》 be chosen from {z} by 《{c}》?", "Which comes first, {m} or {k}?"]
WIDE = str.maketrans("0123456789", "０１２３４５６７８９")
HALF = {"ア": "ｱ", "イ": "ｲ", "カ": "ｶ", "キ": "ｷ", "ド": "ﾄﾞ", "ラ": "ﾗ", "ゴ": "ｺﾞ", "ン": "ﾝ", "ー": "ｰ", "タ": "ﾀ", "ダ": "ﾀﾞ"}


def vocabulary(game):
    """Titles of clauses, names of zones and the like, names of cards."""
    folder = os.path.join(HERE, "..", "fixtures", game)
    titles, zones, phases, cards = [], [], [], []
    for sub in ("rulebook", "cards"):
        for name in sorted(os.listdir(os.path.join(folder, sub))):
            if not name.endswith(".json"):
                continue
            with open(os.path.join(folder, sub, name), encoding="utf-8") as f:
                data = json.load(f)
            titles += [c["title"] for c in data.get("clauses", []) if len(c["title"]) <= 12]
            zones += [p["zone"] for p in data.get("provisions", []) if "zone" in p]
            phases += [p["procedure"] for p in data.get("provisions", []) if "procedure" in p]
            cards += [c["card"] for c in data.get("cards", [])]
    return titles, zones, phases, cards


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


def main():
    out, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    r = random.Random(2026)
    known = []
    for g, game in enumerate(GAMES):
        titles, zones, phases, cards = vocabulary(game)
        halves = sorted({c[:len(c) // 2] for c in cards if 3 <= len(c) <= 10}), sorted({c[len(c) // 2:] for c in cards if 3 <= len(c) <= 10})
        names = sorted({r.choice(halves[0]) + r.choice(halves[1]) for _ in range(1200)})[:800]
        clauses = ["%d-%d-%d" % (a, b, c) for a in range(1, 22) for b in range(1, 8) for c in range(1, 4)]
        folder = os.path.join(out, game)
        for sub in ("rulings", "cards", "rulebook"):
            os.makedirs(os.path.join(folder, sub), exist_ok=True)
        with open(os.path.join(folder, "game.json"), "w", encoding="utf-8") as f:
            json.dump({"format": 1, "game": game, "title": {"ja": game}, "languages": ["ja"], "players": ["A", "B"]}, f, ensure_ascii=False)
        with open(os.path.join(folder, "cards", "cards.json"), "w", encoding="utf-8") as f:
            json.dump({"format": 1, "title": "cards", "cards": [{"card": c, "invented": True} for c in names]}, f, ensure_ascii=False)
        with open(os.path.join(folder, "rulebook", "clauses.json"), "w", encoding="utf-8") as f:
            json.dump({"format": 1, "clauses": [{"clause": c, "kind": "rule", "title": c, "ja": c, "en": c} for c in clauses]}, f, ensure_ascii=False)
        used = set()
        for i in range(count // len(GAMES)):
            c, d = r.choice(names), r.choice(names)
            word = {"c": c, "d": d, "m": r.choice(titles), "k": r.choice(titles), "z": r.choice(zones), "p": r.choice(phases), "n": r.randint(1, 9)}
            say = lambda forms: r.choice(forms).format(**{**word, "k": r.choice(titles), "z": r.choice(zones), "n": r.randint(1, 9)})
            question = "".join(say(FORMS) for _ in range(r.randint(1, 3)))
            answer = "".join(say(ANSWERS) for _ in range(r.randint(1, 4)))
            title = "《%s》と%s" % (c, word["m"])
            if r.random() < 0.1:
                question = question.translate(WIDE)
            if r.random() < 0.03:
                question = "".join(HALF.get(ch, ch) for ch in question)
            ident = "%s-%06d" % ("LPAMG"[g], i)
            day = "%04d-%02d-%02d" % (r.randint(2001, 2026), r.randint(1, 12), r.randint(1, 28))
            status = r.choice(["formal"] * 7 + ["provisional", "pending", "withdrawn"])
            cites = "".join('<cites clause="%s"/>' % k for k in r.sample(clauses, r.randint(1, 4)))
            here = "".join('<card id="c%d" is="%s"/>' % (n, escaped(x)) for n, x in enumerate((c, d)))
            text = ('<ruling format="1" id="%s" game="%s" status="%s" source="bench" issued="%s" authority="bench"><title xml:lang="ja">%s</title>'
                    '<question xml:lang="ja">%s</question><question xml:lang="en">%s</question><answer xml:lang="ja">%s</answer>%s'
                    '<situation at="%s[1]"><player id="A"><zone name="z">%s</zone></player></situation><claim kind="possible">true</claim></ruling>\n'
                    % (ident, game, status, day, escaped(title), escaped(question), escaped(say(ENGLISH)), escaped(answer), cites, escaped(word["p"]), here))
            deep = os.path.join(folder, "rulings", "%03d" % (i // 1000))
            if i % 1000 == 0:
                os.makedirs(deep, exist_ok=True)
            with open(os.path.join(deep, ident + ".xml"), "w", encoding="utf-8") as f:
                f.write(text)
            if (c, word["m"]) not in used and r.random() < 0.02:
                known.append((c, word["m"], ident, game))
            used.add((c, word["m"]))
    with open(os.path.join(out, "known.tsv"), "w", encoding="utf-8") as f:
        for row in r.sample(known, min(300, len(known))):
            f.write("\t".join(row) + "\n")


main()
