/**
 * The elements that rich text may contain, each with its allowed attributes. Editor, server and pages all use this
 * list. Scripts, styles, frames, forms and event handlers are not allowed.
 */
export const richTextElements = {
  h2: [],
  h3: [],
  h4: [],
  p: [],
  br: [],
  hr: [],
  blockquote: [],
  strong: [],
  em: [],
  u: [],
  s: [],
  ul: [],
  ol: ['start', 'type'],
  li: [],
  table: [],
  tbody: [],
  tr: [],
  th: ['colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
  img: ['src', 'alt'],
  a: ['href', 'target', 'rel'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type RichTextElement = keyof typeof richTextElements;

export const isRichTextElement = (name: string): name is RichTextElement => Object.hasOwn(richTextElements, name);

/** Elements that older editors, spreadsheets and word processors write, each with the allowed one that replaces it. */
export const richTextSynonyms: Readonly<Record<string, RichTextElement>> = {
  h1: 'h2',
  h5: 'h4',
  h6: 'h4',
  b: 'strong',
  i: 'em',
  ins: 'u',
  del: 's',
  strike: 's',
};

/** The attributes of every link, which opens in a new tab and sends no referrer. */
export const richTextLink = { target: '_blank', rel: 'noopener noreferrer' } as const;

/** Longer addresses are refused, because the expressions below backtrack. */
const longestAddress = 2000;

/** Whether a link may lead to this address: http, https, mailto or tel. */
export const isLinkAddress = (address: string): boolean =>
  address.length <= longestAddress &&
  /^(https?:\/\/[^\s/?#"'<>\\]+[^\s"'<>\\]*|mailto:[^\s"'<>\\]+@[^\s"'<>\\]+|tel:\+?[\d\-().]{3,30})$/i.test(address);

/**
 * Converts what a person types to the address of a link. Domains, mail addresses and telephone numbers may lack their
 * scheme. Undefined: it is no address.
 */
export function toLinkAddress(typed: string): string | undefined {
  const bare = typed.trim();
  if (bare.length > longestAddress) return undefined;
  const candidates = [
    bare,
    ...(/^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/.test(bare) ? [`mailto:${bare}`] : []),
    ...(/^\+?\d[\d\- ]{4,20}$/.test(bare) ? [`tel:${bare.replaceAll(' ', '')}`] : []),
    ...(/^[^\s:/@.]+(\.[^\s:/@.]+)+(:\d+)?([/?#]\S*)?$/.test(bare) ? [`https://${bare}`] : []),
  ];
  return candidates.find(isLinkAddress);
}

/**
 * Whether a picture may have this address. It must be on this platform, because another server would learn who reads
 * the text.
 */
export const isPictureAddress = (address: string): boolean =>
  address.length <= 255 && /^\/storage\/[\w./-]+$/.test(address) && !address.includes('..');

/** Whether the value of an allowed attribute is acceptable. URLs and numbers are checked. */
export function isAttributeValue(name: string, value: string): boolean {
  if (name === 'href') return isLinkAddress(value);
  if (name === 'src') return isPictureAddress(value);
  if (name === 'colspan' || name === 'rowspan') return /^([2-9]|[1-9]\d)$/.test(value);
  if (name === 'start') return /^\d{1,4}$/.test(value);
  if (name === 'type') return /^[1aAiI]$/.test(value);
  return true;
}

/**
 * Maximum depth of nested elements, enough for an outline of nine levels inside a table. It protects recursive code
 * from a stack overflow.
 */
export const richTextDepth = 32;

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Converts rich text to plain text. Paragraphs, list items, table rows and line breaks become lines. */
export function richTextToPlain(html: string): string {
  return html
    .replace(/<br\s*\/?>|<hr\s*\/?>|<\/(p|div|li|h[1-6]|tr|blockquote)>/gi, '\n')
    .replace(/<\/t[hd]>/gi, '\t')
    .replace(/<[^<>]*>/g, '')
    .replace(
      /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi,
      (whole, decimal?: string, hex?: string, name?: string) => {
        if (name) return entities[name.toLowerCase()] ?? whole;
        const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      },
    )
    .replace(/\n?\t/g, '\t')
    .split('\n')
    .map(cutTabs)
    .join('\n')
    .replace(/\n{2,}/g, '\n')
    .trim();
}

/** Removes tabs at the end of a line, which come from empty cells. */
function cutTabs(line: string): string {
  let end = line.length;
  while (line[end - 1] === '\t') end--;
  return line.slice(0, end);
}

/** Whether rich text shows nothing. */
export const isBlankRichText = (html: string): boolean => !/<(img|hr)\b/i.test(html) && richTextToPlain(html) === '';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Converts plain text to rich text. Each line becomes a paragraph; empty lines are left out. */
export const paragraphsOf = (plain: string): string =>
  plain
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${line.replace(/[&<>]/g, (sign) => escapes[sign] ?? sign)}</p>`)
    .join('');
