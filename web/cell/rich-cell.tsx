/** Words of rich text without its marks; the parser runs no script and loads nothing. */
const plainWords = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent?.trim() ?? '';

/** Rich text as its words: markup is never put into the page of an officer. */
export function RichCell({ html, roomy }: { html: string; roomy: boolean }) {
  return roomy ? <span className="xj-lines">{plainWords(html)}</span> : plainWords(html).slice(0, 120);
}
