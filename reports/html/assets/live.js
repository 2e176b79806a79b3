// The ask box of a desk that is served: while something is typed, the part of the page that the
// program answers with takes the place of what was found before. Without scripts the form does it.
'use strict';
(() => {
  const PAUSE = 150;
  const form = document.getElementById('live');
  const question = document.getElementById('question'), game = document.getElementById('game');
  let wait = 0, composing = false, asking = null, shown = new URLSearchParams(location.search).toString();

  const asked = () => {
    const all = new URLSearchParams(new FormData(form));
    if (question.value.trim() === '') all.delete('q');
    return all.toString();
  };
  const show = async () => {
    const query = asked();
    if (query === shown) return;
    if (asking) asking.abort();
    asking = new AbortController();
    try {
      const answer = await fetch('index.html?' + query, {signal: asking.signal});
      if (!answer.ok && answer.status !== 400) return;
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      for (const id of ['found', 'hits'])
        document.getElementById(id).replaceChildren(...document.importNode(page.getElementById(id), true).childNodes);
      history.replaceState(null, '', 'index.html?' + query);
      shown = query;
    } catch (e) { /* something else was typed, or nobody answers: what was found stays */ }
  };
  const soon = () => { clearTimeout(wait); wait = setTimeout(show, PAUSE); };
  question.addEventListener('compositionstart', () => { composing = true; });
  question.addEventListener('compositionend', () => { composing = false; soon(); });
  question.addEventListener('input', e => { if (!composing && !e.isComposing) soon(); });
  if (game) game.addEventListener('change', show);
  form.addEventListener('submit', e => { e.preventDefault(); clearTimeout(wait); show(); });
})();
