const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML and XML, in content and in attributes. Characters that XML has not are left out. */
export const escapeMarkup = (content: string): string =>
  content
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (one) => escapes[one] ?? one);

/** Markup that needs no escaping. */
export class Markup {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type MarkupPart = string | number | Markup | readonly MarkupPart[] | null | undefined | false;

const sourceOf = (part: MarkupPart): string => {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Markup) return part.source;
  return typeof part === 'object' ? part.map(sourceOf).join('') : escapeMarkup(String(part));
};

/**
 * Composes HTML or XML: `markup\`<h1>${title}</h1>\``. Everything that is filled in is escaped, except other markup.
 * Null, undefined and false are nothing.
 */
export const markup = (strings: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup =>
  new Markup(strings.map((piece, at) => piece + (at < parts.length ? sourceOf(parts[at]) : '')).join(''));
