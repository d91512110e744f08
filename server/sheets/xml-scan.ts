import { text } from '#kernel/text/text.ts';
import { SheetError } from '#server/sheets/sheet-error.ts';

/**
 * Tags of XML from outside, found by walking it once: no pattern runs over foreign text, for where a pattern takes
 * back what it has read, some text makes it do so a million times over (`<sheet a` repeated held a thread a minute).
 */
export interface Tag {
  /** As written, without its namespace prefix. */
  readonly name: string;
  /** Where its bracket stands. */
  readonly begin: number;
  /** Where the name ends. */
  readonly end: number;
}

export interface Attributes {
  /** Names as written, values undecoded, in order; a name may come twice. */
  readonly list: readonly (readonly [name: string, value: string])[];
  readonly empty: boolean;
}

export const malformed = () =>
  new SheetError(
    text('工作表结构有误，请用 Excel 或 WPS 重新保存', 'The worksheet is malformed. Save it again in Excel or WPS'),
  );

/** Characters of a name; those of the format have at most thirty. What reads the tags after us need not be linear. */
const longestName = 64;

const LESS = 60;
const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13);
/** Space, `/`, `<`, `>`, or the end of the text (NaN). */
const endsName = (code: number) => isSpace(code) || code === 47 || code === LESS || code === 62 || Number.isNaN(code);

/** Every opening tag, those inside of comments too: what is refused there could be none for another reader. */
export function* openingTags(xml: string): Generator<Tag> {
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at + 1)) {
    const first = xml[at + 1];
    if (first === '!' || first === '?') continue;
    let end = at + 1;
    let begin = first === '/' ? end + 1 : end;
    const nameAt = begin;
    end = begin;
    for (; !endsName(xml.charCodeAt(end)); end++) {
      if (end - nameAt > longestName) throw malformed();
      if (xml[end] === ':') begin = end + 1;
    }
    if (first !== '/') yield { name: xml.slice(begin, end), begin: at, end };
  }
}

/** The attributes of a tag whose name ends at a place; a tag written in any way that is not plain is refused. */
export function readAttributes(xml: string, from: number): Attributes {
  const list: [string, string][] = [];
  for (let at = from; ; ) {
    const begin = skipSpace(xml, at);
    const next = xml[begin];
    if (next === '>') return { list, empty: false };
    if (next === '/') {
      if (xml[begin + 1] !== '>') throw malformed();
      return { list, empty: true };
    }
    if (begin === at) throw malformed();
    let end = begin;
    while (isNamePart(xml.charCodeAt(end))) end++;
    const equals = skipSpace(xml, end);
    if (end === begin || xml[equals] !== '=') throw malformed();
    const open = skipSpace(xml, equals + 1);
    const quote = xml[open];
    if (quote !== '"' && quote !== "'") throw malformed();
    let close = open + 1;
    while (close < xml.length && xml[close] !== quote) if (xml.charCodeAt(close++) === LESS) throw malformed();
    if (close >= xml.length) throw malformed();
    list.push([xml.slice(begin, end), xml.slice(open + 1, close)]);
    at = close + 1;
  }
}

/** The part of a name behind its namespace prefix. */
export const localName = (name: string) => name.slice(name.lastIndexOf(':') + 1);

const isNamePart = (code: number) =>
  !(Number.isNaN(code) || isSpace(code)) && ![LESS, 62, 61, 34, 39, 47].includes(code);

function skipSpace(xml: string, from: number): number {
  let at = from;
  while (isSpace(xml.charCodeAt(at))) at++;
  return at;
}

/** Characters between the beginnings of two tags of a part that holds settings and no text of people. */
const longestSetting = 2048;

/** Refuses settings (formats of dates and numbers) longer than any program writes: Excel takes 255 characters. */
export function checkSettings(xml: string): void {
  for (let at = xml.indexOf('<'); at >= 0; ) {
    const next = xml.indexOf('<', at + 1);
    if ((next < 0 ? xml.length : next) - at > longestSetting) throw malformed();
    at = next;
  }
}

/** A worksheet that ends behind some of its rows, which may be cut off anywhere after them; '' where it has no whole row. */
export function closeAfterRows(xml: string, rows: number): string {
  for (const { name, begin, end } of openingTags(xml)) {
    if (name !== 'row') continue;
    const prefix = xml.slice(begin + 1, end - name.length);
    const closing = `</${prefix}row>`;
    let close = 0;
    for (let n = 0, at = xml.indexOf(closing, end); n < rows && at >= 0; n++, at = xml.indexOf(closing, close))
      close = at + closing.length;
    return close === 0 ? '' : `${xml.slice(0, close)}</${prefix}sheetData></${prefix}worksheet>`;
  }
  return '';
}
