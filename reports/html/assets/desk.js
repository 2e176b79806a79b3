// The pages: which language they show, and the ask box. Whatever is shown goes in as text.
'use strict';
(() => {
  const root = document.documentElement;
  const kept = (key, value) => {  // some browsers keep nothing for files
    try {
      return value === undefined ? localStorage.getItem(key) : localStorage.setItem(key, value);
    } catch (e) { return null; }
  };

  // ---- the face
  const face = () => root.dataset.face;
  const show = which => {
    root.dataset.face = which;
    root.lang = which;
  };
  // an option has no elements: its words are in one language
  const options = () => {
    for (const o of document.querySelectorAll('option[data-en]')) o.textContent = o.dataset[face()];
  };
  const change = () => show(face() === 'ja' ? 'en' : 'ja');
  const link = document.querySelector('a.face[href="#other"]');  // where it is served the address says which
  if (link) {
    const last = kept('hanrei.face');
    if (last === 'ja' || last === 'en') show(last);
    if (location.hash === '#other') {
      location.hash = '';
      change();
    }
    options();
    link.addEventListener('click', e => {
      e.preventDefault();
      change();
      kept('hanrei.face', face());
      options();
      document.dispatchEvent(new Event('face'));
    });
  }

  // ---- paper has nothing to tap
  let shut = [];
  addEventListener('beforeprint', () => {
    shut = [...document.querySelectorAll('main details:not([open])')];
    if (shut.length > 50) shut = [];  // whole lists of a game stay shut
    for (const d of shut) d.open = true;
  });
  addEventListener('afterprint', () => { for (const d of shut) d.open = false; });

  // ---- the ask box
  const form = document.getElementById('ask');
  if (!form) return;
  const question = document.getElementById('question'), found = document.getElementById('found');
  const list = document.getElementById('hits'), more = document.getElementById('more');
  const all = [...document.querySelectorAll('[data-game]')].map(e => e.dataset.game);
  const PAGE = 10, PAUSE = 150;
  const [FILE, ID, TITLE, ASKED, ANSWER, CLAUSES, STANDS, OVER] = [0, 1, 2, 4, 6, 8, 9, 10];
  const word = name =>
    document.querySelector(`[data-word="${name}"] [data-f="${face()}"]`).textContent;
  const game = document.getElementById('game');
  const chosen = () => !game || game.value === '*' ? all : [game.value];
  const loads = new Map();
  const load = file => {
    if (!loads.has(file)) loads.set(file, new Promise((good, bad) => {
      const script = document.createElement('script');
      script.src = file;
      script.onload = good;
      script.onerror = () => { loads.delete(file); bad(new Error(file)); };
      document.head.append(script);
    }));
    return loads.get(file);
  };
  let scan = null, scanned = '', turn = 0, result = null, shown = PAGE;
  const ready = async folders => {
    await Promise.all(['words.js', ...folders.map(f => f + '/words.js')].map(load));
    if (scanned !== folders.join()) {
      scan = hanrei.scan(folders);
      scanned = folders.join();
    }
  };
  const element = (tag, css, text) => {
    const e = document.createElement(tag);
    if (css) e.className = css;
    if (text !== undefined) e.textContent = text;
    return e;
  };
  /// A text in the language of the page, or the other one.
  const said = (row, column, css, tag) => {
    const own = face() === 'ja' ? 1 : 0, at = row[column + own] ? own : 1 - own;
    const e = element(tag || 'span', css, row[column + at]);
    e.lang = at === 1 ? 'ja' : 'en';
    return e;
  };
  const hit = ({game, ruling}) => {
    const li = element('li', ruling[OVER] ? 'over' : '');
    const a = element('a');
    a.href = game.folder + '/' + ruling[FILE];
    a.append(said(ruling, ANSWER, 'a'), said(ruling, TITLE, 'q'));
    li.append(a, said(ruling, ASKED, 'asked', 'p'));
    const own = face() === 'ja' ? 1 : 0;
    li.append(element('p', 's', ruling[CLAUSES]));
    li.append(element('p', 's stands', ruling[ID] + ' · ' + (game.title[own] || game.title[1 - own]) +
      ' · ' + game.standings[ruling[STANDS]][own]));
    return li;
  };
  const draw = () => {
    list.replaceChildren();
    found.replaceChildren();
    more.hidden = true;
    if (!result) return;
    const {hits, nearest, missing} = result;
    found.append(element('p', '', hits.length === 0 ? word('none') :
      nearest ? word('nearest') : word('found') + ': ' + hits.length));
    if (missing.length > 0)
      found.append(element('p', 's', word('missing') + ' ' + missing.map(m => '「' + m + '」').join(' ')));
    list.append(...hits.slice(0, shown).map(hit));
    more.hidden = hits.length <= shown;
  };
  const ask = async () => {
    const mine = ++turn, text = question.value.trim(), folders = chosen();
    const place = text === '' ? '#' : '#q=' + encodeURIComponent(text) +
      (folders.length < all.length ? '&game=' + encodeURIComponent(folders[0]) : '');
    try { history.replaceState(null, '', place); } catch (e) { /* not everywhere for files */ }
    if (text === '') { result = null; return draw(); }
    if (scanned !== folders.join()) found.replaceChildren(element('p', 's', word('loading')));
    try {
      await ready(folders);
    } catch (e) {
      found.replaceChildren(element('p', '', word('failed') + ': ' + e.message));
      return;
    }
    if (mine !== turn) return;  // something else was typed
    result = scan.ask(text);
    shown = PAGE;
    draw();
  };
  let wait = 0, composing = false;
  const soon = () => { clearTimeout(wait); wait = setTimeout(ask, PAUSE); };
  question.addEventListener('compositionstart', () => { composing = true; });
  question.addEventListener('compositionend', () => { composing = false; soon(); });
  question.addEventListener('input', e => { if (!composing && !e.isComposing) soon(); });
  question.addEventListener('focus', () => ready(chosen()).catch(() => {}), {once: true});
  if (game) game.addEventListener('change', () => {
    kept('hanrei.game', game.value);
    ask();
  });
  form.addEventListener('submit', e => { e.preventDefault(); clearTimeout(wait); ask(); });
  more.addEventListener('click', () => {
    const from = shown;
    shown += PAGE;
    draw();
    const next = list.children[from];
    if (next) next.querySelector('a').focus();
  });
  const faced = () => {
    for (const o of game ? game.options : []) o.textContent = o.dataset[face()];
    draw();
  };
  document.addEventListener('face', faced);

  const begin = new URLSearchParams(location.hash.slice(1));
  const before = begin.get('game') || (begin.get('q') ? '*' : kept('hanrei.game'));
  if (game && [...game.options].some(o => o.value === before)) game.value = before;
  faced();
  if (begin.get('q')) {
    question.value = begin.get('q');
    ask();
  }
})();
