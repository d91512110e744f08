import { richTextSynonyms } from '#kernel/text/rich-text.ts';

/** Elements that word processors add to the text: their own data, styles and marks. */
const clutter = 'style, script, meta, link, title, xml, template, noscript, object, iframe, svg';

/**
 * Cleans HTML copied from Word, WPS, a sheet or a page for the editor: lists of Word become lists, headings the
 * available ones, and styles go. The editor drops elements it does not have.
 */
export function cleanPastedHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(dropConditions(html), 'text/html');
  for (const element of body.querySelectorAll(clutter)) element.remove();
  // elements of Office namespaces: <o:p>, <w:sdt>, <v:shape>
  for (const element of [...body.querySelectorAll('*')].filter(({ localName }) => localName.includes(':'))) {
    element.replaceWith(...element.childNodes);
  }
  makeLists(body);
  for (const [name, meant] of Object.entries(richTextSynonyms)) {
    for (const element of body.querySelectorAll(name)) rename(element, meant);
  }
  for (const title of body.querySelectorAll('p.MsoTitle')) rename(title, 'h2');
  dropEmptyLines(body);
  return body.innerHTML;
}

/** Removes all comments, such as `<!--[if supportLists]>…<![endif]-->`, which hold what only Word shows. */
const dropConditions = (html: string): string =>
  html.replace(/<!--[\s\S]*?-->/g, '').replace(/<!\[(if|endif)[^>]*\]>/gi, '');

function rename(element: Element, name: string): void {
  // Bold elements styled as normal: Google Docs wraps everything in one. Word says `mso-bidi-font-weight: normal` of what is bold.
  const isPlain =
    name === 'strong' && /(?:^|[;\s])font-weight:\s*(normal|400)/i.test(element.getAttribute('style') ?? '');
  if (isPlain) {
    element.replaceWith(...element.childNodes);
    return;
  }
  const made = element.ownerDocument.createElement(name);
  made.append(...element.childNodes);
  element.replaceWith(made);
}

/** `mso-list:l0 level2 lfo1`, the style of a paragraph that Word draws as a list item. */
const itemStyle = /mso-list:\s*l\d+\s+level(\d+)/i;

/** Bullets that Word writes before an item; any other mark is a number. */
const bullet = /^[\s\u00a0]*([·•●○■□◆◇▪▫§\-–—Øüvno][\s\u00a0]*)$/u;

const levelOf = (element: Element | null): number =>
  element?.localName === 'p' ? Number(itemStyle.exec(element.getAttribute('style') ?? '')?.[1] ?? 0) : 0;

/** Turns Word's lists, paragraphs that begin with a mark, into lists. */
function makeLists(body: HTMLElement): void {
  for (const first of [...body.querySelectorAll('p')]) {
    if (!first.isConnected || levelOf(first) === 0 || levelOf(first.previousElementSibling) > 0) continue;
    const run: Element[] = [];
    for (let next: Element | null = first; levelOf(next) > 0; next = next?.nextElementSibling ?? null) {
      if (next) run.push(next);
    }
    const items = run.map((element) => ({ level: levelOf(element), mark: takeMark(element), element }));
    first.before(nestItems(items, body.ownerDocument));
    for (const { element } of items) element.remove();
  }
}

interface Item {
  level: number;
  mark: string;
  element: Element;
}

/** The mark before an item, in a span with the style `mso-list: Ignore`. */
function takeMark(element: Element): string {
  const mark = [...element.querySelectorAll('span')].find((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
  );
  const label = mark?.textContent ?? '';
  mark?.remove();
  return label;
}

function nestItems(items: readonly Item[], document: Document): HTMLElement {
  const base = Math.min(...items.map(({ level }) => level));
  const makeList = (item: Item) => document.createElement(bullet.test(item.mark) || item.mark === '' ? 'ul' : 'ol');
  const top = makeList(items[0] as Item);
  const open: HTMLElement[] = [top];
  for (const item of items) {
    const depth = Math.min(item.level - base + 1, open.length + 1);
    open.length = Math.min(open.length, depth);
    if (open.length < depth) {
      const inner = makeList(item);
      const above = open.at(-1) as HTMLElement;
      (above.lastElementChild ?? above.appendChild(document.createElement('li'))).append(inner);
      open.push(inner);
    }
    const entry = document.createElement('li');
    const line = document.createElement('p');
    line.append(...item.element.childNodes);
    entry.append(line);
    (open.at(-1) as HTMLElement).append(entry);
  }
  return top;
}

/** Removes the empty paragraphs that Word uses as space. */
function dropEmptyLines(body: HTMLElement): void {
  for (const line of body.querySelectorAll('p')) {
    const isEmpty = (line.textContent ?? '').replace(/[\s\u00a0]/g, '') === '' && !line.querySelector('img, br');
    if (isEmpty && !line.closest('td, th, li')) line.remove();
  }
}
