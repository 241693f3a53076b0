/* Says what has no room on the page: a page that scrolls sideways, something that sticks out of its panel or its cell, text that
   is cut without a sign, and targets too small for a finger. finger: the smallest side of a target in px, 0 for a mouse. */
finger => {
  const faults = [];
  const root = document.scrollingElement;
  const name = element => {
    const words = element.textContent.trim().replace(/\s+/g, ' ').slice(0, 40);
    const kind = element.getAttribute('class');
    return element.tagName.toLowerCase() + (element.id ? '#' + element.id : kind ? '.' + kind.trim().split(/\s+/).join('.') : '')
      + (words ? ` "${words}"` : '');
  };
  const shown = element => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const clips = element => getComputedStyle(element).overflowX !== 'visible';
  const floats = element => getComputedStyle(element).position === 'fixed';

  /* Only a person who hears the page meets these: one pixel, or clipped away. */
  const unseen = element => {
    const box = element.getBoundingClientRect(), style = getComputedStyle(element);
    return box.width <= 1 || box.height <= 1 || /inset\(50%|rect\(0/.test(style.clipPath + style.clip);
  };

  /* Whether something between the element and its container already keeps it in. */
  const kept = (element, container) => {
    for (let at = element; at && at !== container; at = at.parentElement) {
      if (floats(at) || unseen(at) || at !== element && clips(at)) return true;
    }
    return clips(container) && getComputedStyle(container).overflowX !== 'hidden';
  };

  const sticksOut = (box, outer) => box.width > 0 && (box.right > outer.right + 1 || box.left < outer.left - 1);
  const textBox = element => {
    const range = document.createRange();
    let box = null;
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || !node.data.trim()) continue;
      range.selectNode(node);
      const next = range.getBoundingClientRect();
      box = box ? { left: Math.min(box.left, next.left), right: Math.max(box.right, next.right), width: 1 } : next;
    }
    return box;
  };

  const checkPage = () => {
    if (root.scrollWidth <= root.clientWidth) return;
    const widest = [...document.body.querySelectorAll('*')].filter(element =>
      shown(element) && !kept(element, document.body) && element.getBoundingClientRect().right > root.clientWidth + 1);
    faults.push(`the page is ${root.scrollWidth} px wide on a screen of ${root.clientWidth} px, because of ${widest.slice(-3).map(name).join(', ')}`);
  };

  const checkContainer = container => {
    const outer = container.getBoundingClientRect();
    for (const element of container.querySelectorAll('*')) {
      if (element.closest('svg') && element.tagName !== 'svg') continue;
      const text = textBox(element);
      const out = sticksOut(element.getBoundingClientRect(), outer);
      if (!out && !(text && sticksOut(text, outer) && !clips(element))) continue;
      if (shown(element) && !kept(element, container)) faults.push(`${name(element)} sticks out of ${name(container)}`);
    }
  };

  const checkCut = element => {
    if (element.scrollWidth <= element.clientWidth + 1) return;
    const style = getComputedStyle(element);
    if (!/hidden|clip/.test(style.overflowX) || style.textOverflow === 'ellipsis' || unseen(element) || !textBox(element)) return;
    if (shown(element)) faults.push(`${name(element)} is cut off without a sign`);
  };

  /* A link in a line of text has the height of its line. */
  const inText = element => getComputedStyle(element).display === 'inline' && element.tagName === 'A'
    && element.parentElement.textContent.trim() !== element.textContent.trim();

  /* The map of accelerators is one mark, and one stop by keyboard: its cells are as small as a map needs them. */
  const inMap = element => element.closest('.sw-gang, .sw-strip') !== null;

  const checkTarget = element => {
    if (inMap(element) || !shown(element) || unseen(element) || inText(element) || element.disabled) return;
    const label = element.closest('label') ?? (element.labels ?? [])[0];
    const target = /checkbox|radio/.test(element.type ?? '') && label ? label : element;
    target.scrollIntoView({ block: 'center', behavior: 'instant' });
    const box = target.getBoundingClientRect();
    if (box.right < 0 || box.bottom < 0) return;               // the skip link waits outside until it has the focus
    if (box.width >= finger - 0.5 && box.height >= finger - 0.5) return;
    const reach = finger / 2 - 1, x = box.left + box.width / 2, y = box.top + box.height / 2;
    const short = [[x - reach, y], [x + reach, y], [x, y - reach], [x, y + reach]].filter(([h, v]) => {
      const hit = document.elementFromPoint(h, v);
      return hit !== null && hit !== target && !target.contains(hit);
    });
    if (short.length) faults.push(`${name(target)} is ${Math.round(box.width)} x ${Math.round(box.height)} px, too small for a finger`);
  };

  checkPage();
  document.querySelectorAll('.sw-panel, dialog[open], .sw-toast, .sw-card, td, th').forEach(container => {
    if (shown(container)) checkContainer(container);
  });
  document.body.querySelectorAll('*').forEach(checkCut);
  if (finger > 0) {
    const at = [scrollX, scrollY];
    const reachable = document.querySelector('dialog:modal') ?? document;      // what is behind an open dialog cannot be touched
    reachable.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=option], [role=tab]')
      .forEach(checkTarget);
    scrollTo({ left: at[0], top: at[1], behavior: 'instant' });
  }
  return [...new Set(faults)];
}
