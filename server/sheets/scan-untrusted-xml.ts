import { text } from '#kernel/text/text.ts';
import { SheetError } from '#server/sheets/unreadable-or-unwritable-sheet-error.ts';

/**
 * A tag of foreign XML, found in one linear pass. Regular expressions are not used, because backtracking over hostile
 * text (`<sheet a` repeated) blocked a thread for a minute.
 */
export interface XmlTag {
  /** As written, without namespace prefix. */
  readonly name: string;
  /** Index of its bracket. */
  readonly begin: number;
  /** Index after the name. */
  readonly end: number;
}

export interface XmlAttributes {
  /** Names as written and undecoded values, in order; names may repeat. */
  readonly list: readonly (readonly [name: string, value: string])[];
  readonly empty: boolean;
}

export const malformedXmlError = () =>
  new SheetError(
    text('工作表结构有误，请用 Excel 或 WPS 重新保存', 'The worksheet is malformed. Save it again in Excel or WPS'),
  );

/** Maximum length of a name; those of the format have at most thirty characters. Later parsers need not be linear. */
const maxNameLength = 64;

const LESS = 60;
const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13);
/** Space, `/`, `<`, `>`, or the end of the text (NaN). */
const endsName = (code: number) => isSpace(code) || code === 47 || code === LESS || code === 62 || Number.isNaN(code);

/** Every opening tag, including those in comments, which another parser might read as tags. */
export function* openingXmlTags(xml: string): Generator<XmlTag> {
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at + 1)) {
    const first = xml[at + 1];
    if (first === '!' || first === '?') continue;
    let end = at + 1;
    let begin = first === '/' ? end + 1 : end;
    const nameAt = begin;
    end = begin;
    for (; !endsName(xml.charCodeAt(end)); end++) {
      if (end - nameAt > maxNameLength) throw malformedXmlError();
      if (xml[end] === ':') begin = end + 1;
    }
    if (first !== '/') yield { name: xml.slice(begin, end), begin: at, end };
  }
}

/** The attributes of a tag after its name. Refuses unusual notations. */
export function readXmlAttributes(xml: string, from: number): XmlAttributes {
  const list: [string, string][] = [];
  for (let at = from; ; ) {
    const begin = skipSpace(xml, at);
    const next = xml[begin];
    if (next === '>') return { list, empty: false };
    if (next === '/') {
      if (xml[begin + 1] !== '>') throw malformedXmlError();
      return { list, empty: true };
    }
    if (begin === at) throw malformedXmlError();
    let end = begin;
    while (isNamePart(xml.charCodeAt(end))) end++;
    const equals = skipSpace(xml, end);
    if (end === begin || xml[equals] !== '=') throw malformedXmlError();
    const open = skipSpace(xml, equals + 1);
    const quote = xml[open];
    if (quote !== '"' && quote !== "'") throw malformedXmlError();
    let close = open + 1;
    while (close < xml.length && xml[close] !== quote) if (xml.charCodeAt(close++) === LESS) throw malformedXmlError();
    if (close >= xml.length) throw malformedXmlError();
    list.push([xml.slice(begin, end), xml.slice(open + 1, close)]);
    at = close + 1;
  }
}

/** The name without its namespace prefix. */
export const xmlLocalName = (name: string) => name.slice(name.lastIndexOf(':') + 1);

const isNamePart = (code: number) =>
  !(Number.isNaN(code) || isSpace(code)) && ![LESS, 62, 61, 34, 39, 47].includes(code);

function skipSpace(xml: string, from: number): number {
  let at = from;
  while (isSpace(xml.charCodeAt(at))) at++;
  return at;
}

/** Maximum distance between two tags in parts with settings rather than texts. */
const maxSettingLength = 2048;

/** Refuses settings (date and number formats) longer than any program writes: Excel accepts 255 characters. */
export function refuseLongCellFormats(xml: string): void {
  for (let at = xml.indexOf('<'); at >= 0; ) {
    const next = xml.indexOf('<', at + 1);
    if ((next < 0 ? xml.length : next) - at > maxSettingLength) throw malformedXmlError();
    at = next;
  }
}

/** A worksheet cut after some of its rows and closed. The input may end anywhere; '' if it has no complete row. */
export function cutWorksheetAfterRows(xml: string, rows: number): string {
  for (const { name, begin, end } of openingXmlTags(xml)) {
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
