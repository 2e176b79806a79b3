#!/usr/bin/env python3
"""pool.py GAME CARDS OUT: a copy of a game whose pool has so many cards: its own, then copies of them
under other names. A measure of all pairs of cards (docs/cluster.md)."""
import json
import pathlib
import shutil
import sys

game, wanted, out = pathlib.Path(sys.argv[1]), int(sys.argv[2]), pathlib.Path(sys.argv[3])
shutil.copytree(game, out)
cards = []
for path in sorted((out / "cards").glob("*.json")):
    cards += json.loads(path.read_text("utf-8"))["cards"]
more = [
    # The number stands behind the name, so that no name of the game is that of a copy.
    {**cards[i % len(cards)], "card": f"{cards[i % len(cards)]['card']}＃{i // len(cards) + 1}"}
    for i in range(wanted - len(cards))
]
(out / "cards" / "99-copies.json").write_text(
    json.dumps({"format": 1, "cards": more}, ensure_ascii=False, indent=1), "utf-8")
print(f"{len(cards) + len(more)} cards")
