// The search of the ask box: what `hanrei search` does, over texts that were folded when the bundle
// was written. Names and weights are those of rulings/search and rulings/store/rank.cpp.
'use strict';
var hanrei = globalThis.hanrei = globalThis.hanrei || {};
(() => {
  const SATURATION = 1.2, OTHER_NAME = 0.7, MOST_LENGTH = 3, CLAUSES = 0.5, FITS = 0.2, NEAREST = 3;
  const MOST_TYPED = 300, MOST_OF_AN_ENDING = 3, FIELDS = 4, CLAUSE_FIELDS = 2;
  const SAYS = {word: 1, pair: 1, mixed: 0.4, kana: 0.2, single: 0.5, bridge: 0.7, last: 0};
  const KANJI = /^[\u4e00-\u9fff\u3400-\u4dbf々〆\u{20000}-\u{3ffff}]$/u, KATAKANA = /^[\u30a1-\u30fe]$/;
  const isKanji = c => KANJI.test(c);

  // ---- folding, and what a text is made of

  const toKatakana = s => s.replace(/[\u3041-\u3096\u309d\u309e]/g,
    c => String.fromCharCode(c.charCodeAt(0) + 0x60));
  function kindOf(c, before) {
    if (/\p{M}/u.test(c)) return before;
    if (/[\p{N}\p{S}]/u.test(c)) return 'gram';
    if (!/\p{L}/u.test(c)) return ' ';
    const n = c.codePointAt(0);
    return n < 0xe00 || (n >= 0x10a0 && n < 0x1100) || (n >= 0x1e00 && n < 0x2e00) ? 'word' : 'gram';
  }
  function fold(text) {
    const out = [];
    let before = ' ';
    for (const m of text.matchAll(/[^][\u0300-\u036f\u3099\u309a\uff9e\uff9f]*/gu)) {
      if (m[0] === '・' || m[0] === '･') continue;
      const hiragana = /^[\u3041-\u3096\u309d\u309e]/.test(m[0]);
      const folded = m[0].normalize('NFKC').toLowerCase().replace(/\p{Default_Ignorable_Code_Point}/gu, '');
      for (const c of toKatakana(folded).normalize('NFKC')) {
        before = kindOf(c, before);
        out.push({c, kind: before, hiragana, at: m.index, end: m.index + m[0].length});
      }
    }
    return out;
  }
  function stem(word) {
    const SHORTEST = 3;
    for (const ending of ['ies', 'ied', 'ing', 'ed', 'es', 's', 'y']) {
      if (!word.endsWith(ending) || word.length < ending.length + SHORTEST) continue;
      let rest = word.slice(0, -ending.length);
      const last = rest[rest.length - 1];
      if ((ending === 's' && last === 's') || (ending === 'y' && 'aeiou'.includes(last))) continue;
      if ((ending === 'ing' || ending === 'ed') && rest.length > SHORTEST &&
          last === rest[rest.length - 2] && last !== 'l' && last !== 's')
        rest = rest.slice(0, -1);
      word = rest;
      break;
    }
    return word.length > SHORTEST + 1 && word.endsWith('e') ? word.slice(0, -1) : word;
  }
  function terms(chars) {
    const out = [], n = chars.length;
    const give = (kind, first, last) => out.push({kind, first, last,
      text: first === last ? chars[first].c : chars[first].c + chars[last].c});
    for (let i = 0, end; i < n; i = end) {
      end = i + 1;
      if (chars[i].kind === ' ') continue;
      while (end < n && chars[end].kind === chars[i].kind) ++end;
      if (chars[i].kind === 'word') {
        out.push({kind: 'word', first: i, last: end - 1,
                  text: stem(chars.slice(i, end).map(x => x.c).join(''))});
        continue;
      }
      for (let k = i; k < end; ++k) {
        const kanji = isKanji(chars[k].c), next = chars[k + 1];
        if (k + 1 < end)
          give(chars[k].hiragana && next.hiragana ? 'kana' :
               chars[k].hiragana || next.hiragana ? 'mixed' : 'pair', k, k + 1);
        if (kanji || (end - i === 1 && !chars[k].hiragana)) give('single', k, k);
        else if (k + 1 === end) give('last', k, k);
        if (!kanji) continue;
        let to = k + 1;
        while (to < end && to - k <= 2 && chars[to].hiragana) ++to;
        if (to > k + 1 && to < end && isKanji(chars[to].c)) give('bridge', k, to);
      }
    }
    return out;
  }
  function atoms(chars) {
    const out = [];
    let apart = true;
    for (let i = 0, end; i < chars.length; i = end) {
      end = i + 1;
      if (chars[i].kind === ' ') { apart = true; continue; }
      const letters = chars[i].kind === 'word';
      while (letters && end < chars.length && chars[end].kind === 'word') ++end;
      let key = chars.slice(i, end).map(x => x.c).join('');
      if (letters) key = stem(key);
      out.push({key, c: chars[i].c, first: i, last: end - 1, letters, hiragana: chars[i].hiragana, apart});
      apart = false;
    }
    return out;
  }
  const keyOf = (a, first, last) => {
    let out = '';
    for (let i = first; i < last; ++i)
      out += (i > first && (a[i].letters || a[i - 1].letters) ? ' ' : '') + a[i].key;
    return out;
  };
  /// The terms a text has that has the word.
  function nameOf(word) {
    const all = terms(fold(word));
    const own = all.filter(t => !['single', 'bridge', 'last'].includes(t.kind)).map(t => t.text);
    return own.length > 0 ? own : all.filter(t => t.kind === 'single').map(t => t.text);
  }
  /// As texts are written for the scan.
  function forScan(text) {
    let out = '';
    const chars = fold(text);
    for (let i = 0; i < chars.length;) {
      if (chars[i].kind !== 'gram' && !out.endsWith(' ')) out += ' ';
      if (chars[i].kind === 'word') {
        let word = '';
        while (i < chars.length && chars[i].kind === 'word') word += chars[i++].c;
        out += stem(word) + ' ';
      } else out += chars[i].kind === ' ' ? (++i, '') : chars[i++].c;
    }
    return out;
  }

  // ---- what is asked, as units

  class Lexicon {
    constructor(lists) {
      this.entries = new Map();
      this.groups = [];
      this.longest = 0;
      for (const list of lists) {
        for (const word of list.stopwords) this.entry(word).stopword = true;
        for (const words of list.synonyms) {
          const group = this.groups.push([]) - 1;
          for (const word of words) {
            const e = this.entry(word);
            if (e.groups[e.groups.length - 1] === group) continue;
            e.groups.push(group);
            this.groups[group].push(nameOf(word));
          }
        }
      }
    }
    entry(word) {
      const a = atoms(fold(word)), key = keyOf(a, 0, a.length);
      this.longest = Math.max(this.longest, a.length);
      if (!this.entries.has(key)) this.entries.set(key, {groups: [], stopword: false});
      return this.entries.get(key);
    }
  }
  /// Cuts a question so that what the lists know is as long as it can be.
  function cut(a, lexicon) {
    const together = i => i > 0 && i < a.length && !a[i].apart;
    const digit = i => /^[0-9]$/.test(a[i].c);
    const katakana = i => !a[i].letters && !a[i].hiragana && KATAKANA.test(a[i].c);
    const same = (i, what) => together(i) && what(i) && what(i - 1);
    const counts = i => together(i) && isKanji(a[i].c) &&
      (digit(i - 1) || '一二三四五六七八九十'.includes(a[i - 1].c));
    const stands = (first, end) => {
      for (const edge of [first, end]) {
        if (same(edge, katakana) || same(edge, digit)) return false;
        if (end === first + 1 && same(edge, i => isKanji(a[i].c)) && !counts(edge - 1)) return false;
      }
      return a[first].letters || end > first + 1 || isKanji(a[first].c);
    };
    const mayStop = (first, end) => {
      for (let i = first; i < end; ++i) if (katakana(i)) return false;
      return end > first + 1 || a[first].letters || a[first].hiragana || stands(first, end);
    };
    const best = new Array(a.length + 1);
    best[a.length] = {worth: 0};
    for (let i = a.length; i-- > 0;) {
      best[i] = {worth: best[i + 1].worth, part: 'plain', first: i, last: i + 1};
      for (let end = i + 1; end <= a.length && end - i <= lexicon.longest; ++end) {
        if (end > i + 1 && a[end - 1].apart && !(a[end - 1].letters && a[end - 2].letters)) break;
        const known = lexicon.entries.get(keyOf(a, i, end));
        if (!known) continue;
        const length = (end - i) * (end - i);
        const take = (part, worth) => {
          if (best[end].worth + worth > best[i].worth)
            best[i] = {worth: best[end].worth + worth, part, first: i, last: end};
        };
        if (known.groups.length > 0 && stands(i, end)) take('word', length + 0.1);
        if (known.stopword && mayStop(i, end)) take('stop', length);
      }
    }
    const out = [];
    for (let i = 0; i < a.length; i = best[i].last) out.push({...best[i]});
    return out;
  }
  function unitsOf(text, lexicon) {
    const chars = fold(text), a = atoms(chars), cuts = cut(a, lexicon);
    // A few hiragana that no list knows are the ending of the kanji before them.
    const kana = s => s.part === 'plain' && a[s.first].hiragana && !a[s.first].apart;
    for (let s = 1, end; s < cuts.length; s = end) {
      for (end = s; end < cuts.length && kana(cuts[end]);) ++end;
      const before = cuts[s - 1];
      const most = before.part === 'stop' ? 1 :
        before.part === 'word' && isKanji(chars[a[before.last - 1].last].c) ? MOST_OF_AN_ENDING : 0;
      if (end - s <= most) for (let i = s; i < end; ++i) cuts[i].part = 'stop';
      end = Math.max(end, s + 1);
    }
    const joined = [];
    for (const s of cuts) {
      const to = joined[joined.length - 1];
      if (to && to.part === 'plain' && s.part === 'plain' && !a[s.first].apart &&
          !a[s.first].letters && !a[to.last - 1].letters) to.last = s.last;
      else joined.push(s);
    }
    const of = [], out = [], piece = [], between = {typed: '', names: [], clues: []};
    joined.forEach((t, s) => {
      for (let c = a[t.first].first; c <= a[t.last - 1].last; ++c) of[c] = s;
      if (t.part === 'stop') return;
      const unit = {names: [], clues: [],
        typed: text.slice(chars[a[t.first].first].at, chars[a[t.last - 1].last].end)};
      if (t.part === 'word' || a[t.first].letters) {
        unit.names.push(nameOf(unit.typed));
        const known = lexicon.entries.get(keyOf(a, t.first, t.last));
        for (const g of known ? known.groups : [])
          for (const name of lexicon.groups[g])
            if (!unit.names.some(n => n.join() === name.join())) unit.names.push(name);
      } else piece[s] = unit;
      out.push(unit);
    });
    const saysBetween = (t, first, last, same) => {
      if (t.kind === 'bridge' || (same && first === 'plain')) return SAYS[t.kind];
      if (same || t.kind === 'single') return 0;
      if (first === 'plain' && last === 'stop') return isKanji(chars[t.first].c) ? SAYS[t.kind] : 0;
      if (first === 'stop' || last === 'stop' || t.kind !== 'pair') return 0;
      return first === 'word' || last === 'word' ? SAYS[t.kind] / 2 : SAYS[t.kind];
    };
    for (const t of terms(chars)) {
      if (t.kind === 'word') continue;
      const x = of[t.first], y = of[t.last];
      const alone = piece[x] && joined[x].last === joined[x].first + 1 && x === y;
      if (t.kind === 'last' || (t.kind === 'single' && alone && !isKanji(chars[t.first].c))) {
        if (alone) piece[x].clues.push({term: t.text, says: SAYS.single, part: true});
        continue;
      }
      const says = saysBetween(t, joined[x].part, joined[y].part, x === y);
      if (says <= 0) continue;
      const part = t.kind !== 'bridge' && (t.kind !== 'single' || alone);
      (x === y && piece[x] ? piece[x] : between).clues.push({term: t.text, says, part});
    }
    const real = out.filter(u => u.names.length > 0 || u.clues.length > 0);
    if (between.clues.length > 0) real.push(between);
    return real;
  }

  // ---- the scan

  /// Games side by side: documents are the rulings of all, and their clauses.
  class Scan {
    constructor(games, words) {
      this.documents = [];
      this.rulings = this.clauses = 0;
      this.lexicon = new Lexicon([words, ...games.map(g => (
        {synonyms: g.synonyms.concat(g.cards.map(c => [c])), stopwords: g.stopwords}))]);
      this.known = new Map();
      this.parts = games.map(game => {
        const part = {game, first: this.documents.length, starts: [], of: [], text: ''};
        const n = game.rulings.length;
        for (let i = 0; i < n + game.clauses; ++i)
          this.documents.push({game, ruling: game.rulings[i], clause: i >= n, part});
        this.rulings += n;
        this.clauses += game.clauses;
        let at = 0;
        game.texts.forEach((text, k) => {  // of each field its text, and what stands across hiragana
          part.starts.push(at);
          at += text.length + 1;
          const field = k >> 1, f = field - n * FIELDS;
          part.of.push(part.first + (f < 0 ? Math.floor(field / FIELDS) : n + Math.floor(f / CLAUSE_FIELDS)));
        });
        part.text = game.texts.join('\n') + '\n';
        return part;
      });
    }
    /// What a term says of each document.
    postings(term) {
      if (this.known.has(term)) return this.known.get(term);
      const out = new Float32Array(this.documents.length);
      const needle = kindOf(term, ' ') === 'word' ? ' ' + term + ' ' : term;
      for (const part of this.parts) {
        let f = 0;
        for (let at = part.text.indexOf(needle); at >= 0; at = part.text.indexOf(needle, at + 1)) {
          while (f + 1 < part.starts.length && part.starts[f + 1] <= at) ++f;
          if (f % 2 === 0 || needle.length > 1) out[part.of[f]] += part.game.says[f >> 1] / 1000;
        }
      }
      this.known.set(term, out);
      return out;
    }
    withAll(list) {
      return list.map(t => this.postings(t)).reduce((x, y) => x.map((v, d) => Math.min(v, y[d])),
        list.length > 1 ? new Float32Array(this.documents.length).fill(Infinity)
                        : new Float32Array(this.documents.length).fill(list.length ? Infinity : 0));
    }
    count(list, clause) {
      let n = 0;
      list.forEach((v, d) => { if (v > 0 && this.documents[d].clause === clause) ++n; });
      return n;
    }
    rarity(list, clause, also, part) {
      const all = clause ? this.clauses : this.rulings;
      const having = this.count(list, clause) + (also ? part * this.count(also, clause) : 0);
      return Math.log(1 + Math.max(0, all - having + 0.5) / (having + 0.5));
    }
    ask(text) {
      let units = unitsOf(text, this.lexicon);
      if (units.length === 0) units = unitsOf(text, new Lexicon([]));
      const n = this.documents.length, score = new Float64Array(n), share = new Float64Array(n);
      let asked = 0;
      const missing = [];
      const add = (list, weight, ruling, clause) => list.forEach((v, d) => {
        if (v > 0) score[d] += weight * (this.documents[d].clause ? clause : ruling) *
          v * (SATURATION + 1) / (v + SATURATION);
      });
      const cover = (list, weight) => list.forEach((v, d) => { if (v > 0) share[d] += weight; });
      for (const unit of units) {
        if (unit.clues.length > 0) {
          let weight = 0, whole = null;
          for (const c of unit.clues) {
            const list = this.postings(c.term), ruling = this.rarity(list, false);
            add(list, c.says, ruling, this.rarity(list, true));
            if (!c.part || unit.typed === '') continue;
            weight += c.says * ruling;
            whole = whole ? whole.map((v, d) => Math.min(v, list[d])) : list;
          }
          if (whole && whole.some(v => v > 0)) { cover(whole, weight); asked += weight; }
          if (unit.typed !== '' && !(whole && this.count(whole, false) > 0)) missing.push(unit.typed);
        }
        if (unit.names.length > 0) {
          const own = this.withAll(unit.names[0]), other = new Float32Array(n);
          for (const name of unit.names.slice(1))
            this.withAll(name).forEach((v, d) => { if (own[d] === 0 && v > other[d]) other[d] = v; });
          const part = own.some(v => v > 0) ? OTHER_NAME : 1;
          const length = Math.min(Math.max(unit.names[0].length, 1), MOST_LENGTH);
          const ruling = this.rarity(own, false, other, part), clause = this.rarity(own, true, other, part);
          add(own, length, ruling, clause);
          add(other, length * part, ruling, clause);
          cover(own, length * ruling);
          cover(other, length * ruling);
          asked += length * ruling;
          if (this.count(own, false) + this.count(other, false) === 0) missing.push(unit.typed);
        }
      }
      const typed = units.filter(u => u.typed !== '').length > 1 ? this.asTyped(text) : new Set();
      const fits = [], others = [];
      let most = 0;
      for (let d = 0; d < n; ++d) {
        const {ruling, clause, part} = this.documents[d];
        if (clause) continue;
        const cites = ruling[CITES];
        let cited = 0;
        for (const c of cites) cited += score[part.first + part.game.rulings.length + c];
        const all = score[d] + (cites.length > 0 ? cited * CLAUSES / cites.length : 0);
        most = Math.max(most, all);
        const fit = typed.has(d) || (all > 0 && asked > 0 && share[d] / asked >= FITS);
        if (fit || all > 0) (fit ? fits : others).push({d, score: all});
      }
      for (const h of fits) if (typed.has(h.d)) h.score += most;
      const better = (x, y) => y.score - x.score || x.d - y.d;
      const hits = (fits.length > 0 ? fits.sort(better) : others.sort(better).slice(0, NEAREST))
        .map(h => ({game: this.documents[h.d].game, ruling: this.documents[h.d].ruling, score: h.score}));
      return {hits, nearest: fits.length === 0 && hits.length > 0, missing};
    }
    /// Rulings in which the question stands as it was typed; none when many have it.
    asTyped(text) {
      const needle = forScan(text).trim(), out = new Set();
      if (needle === '') return out;
      for (const part of this.parts) {
        let f = 0;
        for (let at = part.text.indexOf(needle); at >= 0; at = part.text.indexOf(needle, at + 1)) {
          while (f + 1 < part.starts.length && part.starts[f + 1] <= at) ++f;
          if (!this.documents[part.of[f]].clause) out.add(part.of[f]);
        }
      }
      return out.size > MOST_TYPED ? new Set() : out;
    }
  }
  /// The columns of a ruling in a script of data.
  const CITES = 11;

  const games = new Map();
  let everyday = {synonyms: [], stopwords: []};
  hanrei.words = list => { everyday = list; };
  hanrei.game = game => { games.set(game.folder, game); };
  hanrei.has = folder => games.has(folder);
  hanrei.scan = folders => new Scan(folders.map(f => games.get(f)), everyday);
  hanrei.fold = text => fold(text).map(x => x.c).join('');
  hanrei.forScan = forScan;
})();
