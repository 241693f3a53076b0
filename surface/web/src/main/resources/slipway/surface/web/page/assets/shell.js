/* The behavior of the shell: theme, menu, team switcher, search, copy buttons, tooltips, toasts. No inline script is needed. */
(function () {
  'use strict';
  const root = document.documentElement;
  const one = (selector, from = document) => from.querySelector(selector);
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const make = (tag, more = {}, ...inside) => { const node = Object.assign(document.createElement(tag), more); node.append(...inside); return node; };

  /* an icon from the sprite of the page */
  function icon(name, kind = 'sw-icon') {
    const SVG = 'http://www.w3.org/2000/svg';
    const svg = document.createElementNS(SVG, 'svg'), use = document.createElementNS(SVG, 'use');
    svg.setAttribute('class', kind); svg.setAttribute('aria-hidden', 'true'); use.setAttribute('href', '#' + name);
    svg.append(use);
    return svg;
  }

  /* ---- toasts: at most three; a problem stays until it is closed ---- */
  const MOST = 3;
  function toast(state, title, text, actions = []) {
    const box = one('.sw-toasts');
    const glyph = icon('g-' + state, 'sw-glyph'); glyph.dataset.state = state;
    const body = make('div', {}, make('p', {}, make('b', { textContent: title })));
    if (text) body.append(make('p', { textContent: text }));
    const close = make('button', { className: 'sw-tool', type: 'button', ariaLabel: 'Close' }, icon('i-x'));
    const item = make('div', { className: 'sw-toast' }, glyph, body, close);
    if (state === 'failed') item.setAttribute('role', 'alert');
    const end = () => item.remove();
    close.addEventListener('click', end);
    if (actions.length) body.append(make('div', { className: 'sw-do' }, ...actions.map(([word, act]) => {
      const button = make('button', { className: 'btn btn-sm', type: 'button', textContent: word });
      button.addEventListener('click', () => { end(); act(); });
      return button;
    })));
    box.append(item);
    while (box.children.length > MOST) box.firstElementChild.remove();
    if (state !== 'failed') leaveLater(item, actions.length ? 10000 : 3500);
    return item;
  }
  /* a toast under the pointer or with focus is not removed */
  function leaveLater(item, after) {
    let timer = setTimeout(() => item.remove(), after);
    const stay = () => clearTimeout(timer), go = () => { clearTimeout(timer); timer = setTimeout(() => item.remove(), after); };
    item.addEventListener('mouseenter', stay); item.addEventListener('focusin', stay);
    item.addEventListener('mouseleave', go); item.addEventListener('focusout', go);
  }

  /* ---- the team switcher ---- */
  function switcher() {
    const button = one('[data-switch]'), list = one('.sw-choices');
    if (!button) return;
    const options = all('[role=option]', list);
    let at = 0;
    const mark = index => {
      at = (index + options.length) % options.length;
      options.forEach((option, i) => option.classList.toggle('at', i === at));
      list.setAttribute('aria-activedescendant', options[at].id);
      options[at].scrollIntoView({ block: 'nearest' });
    };
    const open = () => { list.hidden = false; button.setAttribute('aria-expanded', 'true'); list.focus(); mark(Math.max(0, options.findIndex(o => o.ariaSelected === 'true'))); };
    const close = focus => { list.hidden = true; button.setAttribute('aria-expanded', 'false'); if (focus) button.focus(); };
    const choose = option => {
      const team = option.dataset.team;
      document.cookie = 'slipway_team=' + team + '; path=/; SameSite=Lax; max-age=' + (team ? 31536000 : 0);
      location.reload();
    };
    button.addEventListener('click', () => list.hidden ? open() : close(true));
    list.addEventListener('click', event => { const option = event.target.closest('[role=option]'); if (option) choose(option); });
    list.addEventListener('focusout', event => { if (!list.contains(event.relatedTarget) && event.relatedTarget !== button) close(false); });
    list.addEventListener('keydown', event => {
      const moves = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: options.length - 1 };
      if (event.key in moves) mark(moves[event.key]);
      else if (event.key === 'Enter' || event.key === ' ') choose(options[at]);
      else if (event.key === 'Escape') close(true);
      else if (event.key.length === 1) { const next = options.findIndex((o, i) => i > at && o.textContent.trim().startsWith(event.key)); if (next >= 0) mark(next); return; }
      else return;
      event.preventDefault();
    });
  }

  /* ---- global search ---- */
  function palette() {
    const dialog = one('.sw-palette');
    if (!dialog) return;
    const input = one('input', dialog), list = one('ul', dialog), none = one('.sw-none', dialog);
    let hits = [], at = 0, asked = 0;
    function mark(index) {
      if (!hits.length) return input.removeAttribute('aria-activedescendant');
      at = (index + hits.length) % hits.length;
      all('[role=option]', list).forEach((option, i) => { option.ariaSelected = String(i === at); if (i === at) { input.setAttribute('aria-activedescendant', option.id); option.scrollIntoView({ block: 'nearest' }); } });
    }
    function show(found) {
      hits = found;
      let group = '';
      const rows = [];
      found.forEach((hit, i) => {
        if (hit.group !== group) rows.push(make('li', { className: 'sw-part', role: 'presentation', textContent: group = hit.group }));
        const row = make('li', { id: 'sw-hit-' + i, role: 'option' }, icon('i-' + hit.icon), make('span', { textContent: hit.title }), make('small', { textContent: hit.detail }));
        row.dataset.at = i;
        rows.push(row);
      });
      list.replaceChildren(...rows);
      none.hidden = found.length > 0;
      mark(0);
    }
    async function find() {
      const mine = ++asked;
      try {
        const answer = await fetch('/search?q=' + encodeURIComponent(input.value.trim()), { headers: { Accept: 'application/json' } });
        if (mine !== asked) return;                                   // a newer search has started
        if (answer.ok) show((await answer.json()).hits);
        else if (answer.status === 401) { dialog.close(); Slipway.signInAgain?.(); }
        else show([]);
      } catch { if (mine === asked) { show([]); none.textContent = 'The server does not answer.'; } }
    }
    function open() { if (dialog.open) return; dialog.showModal(); input.value = ''; none.textContent = 'No matches.'; find(); }
    function go(hit) {
      if (!hit) return;
      if (hit.path.startsWith('/')) { dialog.close(); location.href = hit.path; }
      else { dialog.close(); copy(hit.path); }
    }
    input.addEventListener('input', find);
    input.addEventListener('keydown', event => {
      if (event.key === 'ArrowDown') mark(at + 1);
      else if (event.key === 'ArrowUp') mark(at - 1);
      else if (event.key === 'Enter') go(hits[at]);
      else return;
      event.preventDefault();
    });
    list.addEventListener('click', event => { const row = event.target.closest('[role=option]'); if (row) go(hits[row.dataset.at]); });
    list.addEventListener('mousemove', event => { const row = event.target.closest('[role=option]'); if (row && Number(row.dataset.at) !== at) mark(Number(row.dataset.at)); });
    dialog.addEventListener('click', event => { if (event.target === dialog) dialog.close(); });
    document.addEventListener('click', event => { if (event.target.closest('[data-palette]')) open(); });
    document.addEventListener('keydown', event => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') { event.preventDefault(); open(); }
    });
  }

  async function copy(text) {
    try { await navigator.clipboard.writeText(text); }
    catch {                                                            // without TLS the browser offers no clipboard API
      const field = make('textarea', { value: text, className: 'sw-hide' });
      const behind = document.activeElement;
      (one('dialog[open]') || document.body).append(field); field.select();
      document.execCommand('copy'); field.remove(); behind?.focus();
    }
    toast('succeeded', 'Copied', text.length < 60 ? text : '');
  }

  /* ---- tooltips: the text is in data-tip, "title|key=value|key=value"; focus shows them too ---- */
  function cards() {
    const card = make('div', { id: 'sw-hover', className: 'sw-tip', hidden: true, role: 'tooltip' });
    document.body.append(card);
    function show(target) {
      const [title, ...facts] = target.dataset.tip.split('|');
      const list = make('dl');
      for (const fact of facts) { const [key, ...value] = fact.split('='); list.append(make('dt', { textContent: key }), make('dd', { textContent: value.join('=') })); }
      card.replaceChildren(make('b', { textContent: title }), list);
      card.hidden = false;
      const box = target.getBoundingClientRect();
      card.style.left = Math.max(8, Math.min(innerWidth - card.offsetWidth - 8, box.left + box.width / 2 - card.offsetWidth / 2)) + 'px';
      card.style.top = (box.top - card.offsetHeight - 8 > 8 ? box.top - card.offsetHeight - 8 : box.bottom + 8) + 'px';
    }
    const hide = () => { card.hidden = true; };
    for (const [on, off] of [['mouseover', 'mouseout'], ['focusin', 'focusout']]) {
      document.addEventListener(on, event => { const target = event.target.closest?.('[data-tip]'); if (target) show(target); });
      document.addEventListener(off, event => { if (event.target.closest?.('[data-tip]')) hide(); });
    }
    document.addEventListener('keydown', event => { if (event.key === 'Escape') hide(); });
  }

  /* ---- shortened text is shown in full on hover ---- */
  function wholeName(event) {
    const cut = event.target.closest?.('.sw-id, .sw-sub, .sw-plain, .sw-palette li > *, .sw-switch span, .sw-me b');
    if (cut && !cut.title && cut.scrollWidth > cut.clientWidth) cut.title = cut.textContent.trim();
  }

  /* ---- the map of accelerators is one tab stop; arrow keys move within it ---- */
  function walkCells(event) {
    const cell = event.target.closest?.('button.sw-cell');
    if (!cell || !/^Arrow(Left|Right)$/.test(event.key)) return;
    const cells = all('button.sw-cell', cell.closest('.sw-strip, .sw-racks'));
    const next = cells[cells.indexOf(cell) + (event.key === 'ArrowRight' ? 1 : -1)];
    if (next) { cell.tabIndex = -1; next.tabIndex = 0; next.focus(); }
    event.preventDefault();
  }

  /* the navigation as a drawer on a small screen */
  function drawer(open) {
    const nav = one('.sw-nav'), button = one('[data-menu]');
    if (!nav || !button) return;
    nav.classList.toggle('open', open);
    button.setAttribute('aria-expanded', String(open));
    if (open) one('a, button', nav).focus();
  }

  function clicks(event) {
    const hit = selector => event.target.closest(selector);
    if (hit('[data-theme]')) {
      root.dataset.bsTheme = root.dataset.bsTheme === 'dark' ? 'light' : 'dark';
      try { localStorage.setItem('theme', root.dataset.bsTheme); } catch { /* private window: the choice lasts for this page */ }
    }
    if (hit('[data-menu]')) drawer(!one('.sw-nav').classList.contains('open'));
    else if (!hit('.sw-nav')) drawer(false);
    const copied = hit('[data-copy]');
    if (copied) copy(one('code', copied.parentElement).textContent);
    const opens = hit('[data-open]');
    if (opens) openDialog(opens.dataset.open, opens);
    if (hit('[data-shut]')) hit('dialog').close();
    const me = one('.sw-me[open]');
    if (me && !hit('.sw-me')) me.removeAttribute('open');
  }

  /* opens a dialog of the page; the button may fill its fields (data-fill="team=vision|role=lead") */
  function openDialog(id, by) {
    const dialog = document.getElementById(id);
    if (!dialog || dialog.open) return;
    for (const pair of (by?.dataset.fill || '').split('|').filter(Boolean)) {
      const [name, ...value] = pair.split('=');
      const field = dialog.querySelector(`[name="${CSS.escape(name)}"]`);
      if (field) field.value = value.join('=');
    }
    dialog.showModal();
    (dialog.querySelector('input:not([type=hidden]):not([readonly]), select, textarea') || one('button', dialog)).focus();
    dialog.dispatchEvent(new Event('input', { bubbles: true }));
  }

  window.Slipway = { one, all, make, icon, toast, copy, openDialog };

  switcher(); palette(); cards();
  document.addEventListener('click', clicks);
  document.addEventListener('mouseover', wholeName);
  document.addEventListener('keydown', walkCells);
  document.addEventListener('keydown', event => {
    if (event.key !== 'Escape') return;
    if (one('.sw-nav.open')) { drawer(false); one('[data-menu]').focus(); }
    one('.sw-me[open]')?.removeAttribute('open');
  });
  const log = one('.sw-log');
  if (log) log.scrollTop = log.scrollHeight;                           // a live log scrolls to its end
  const wanted = new URLSearchParams(location.search).get('do');       // /admin/people?do=add-person opens that dialog
  if (wanted && /^[a-z-]+$/.test(wanted)) openDialog(wanted);
})();
