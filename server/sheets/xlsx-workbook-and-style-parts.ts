import {
  openingXmlTags,
  readXmlAttributes,
  refuseLongCellFormats,
  type XmlAttributes,
  xmlLocalName,
} from '#server/sheets/scan-untrusted-xml.ts';
import { damagedWorkbook } from '#server/sheets/sheet-limits-and-errors.ts';

const workbookPart = 'xl/workbook.xml';
const relationsPart = 'xl/_rels/workbook.xml.rels';

/** Whether a part lists the sheets. */
export const isWorkbookIndexPart = (name: string) => name === workbookPart || name === relationsPart;

/** A sheet of a workbook and the path of its part. */
export interface SheetPart {
  /** As shown on its tab. */
  readonly name: string;
  readonly path: string;
  readonly hidden: boolean;
  /** Whether its name says that it explains another sheet or is an example. */
  readonly explains: boolean;
}

/** The parts of a workbook. */
export interface WorkbookIndex {
  /** Sheets with cells in the order of their tabs, without charts. */
  readonly sheets: readonly SheetPart[];
  /** Relations to styles and shared strings. */
  readonly shared: readonly (readonly [type: 'styles' | 'sharedStrings', target: string])[];
  /** Whether dates count from 1904, as in old Excel for Mac. */
  readonly from1904: boolean;
}

export function readWorkbookIndex(files: ReadonlyMap<string, Buffer>): WorkbookIndex {
  const targets = new Map<string, string>();
  const shared: (readonly ['styles' | 'sharedStrings', string])[] = [];
  for (const relation of tagsOf(files.get(relationsPart), 'Relationship')) {
    const [id, type, target] = ['Id', 'Type', 'Target'].map((name) => attributeOf(relation, name));
    if (!target) continue;
    if (type?.endsWith('/styles')) shared.push(['styles', target]);
    else if (type?.endsWith('/sharedStrings')) shared.push(['sharedStrings', target]);
    else if (id && type?.endsWith('/worksheet') && !targets.has(id))
      targets.set(id, target.startsWith('/') ? target.slice(1) : `xl/${target}`);
  }
  // a part used as a sheet must not be used as anything else
  if ([...targets.values()].some((path) => isWorkbookIndexPart(path) || isStylesOrSharedStringsPart(path)))
    throw damagedWorkbook();
  const sheets = [...tagsOf(files.get(workbookPart), 'sheet')].flatMap((sheet): SheetPart[] => {
    const [, id = ''] = sheet.list.find(([name]) => name.includes(':') && xmlLocalName(name) === 'id') ?? [];
    const path = targets.get(id);
    const name = readEscaped(attributeOf(sheet, 'name') ?? '');
    const hidden = ['hidden', 'veryHidden'].includes(attributeOf(sheet, 'state') ?? '');
    const plain = normalizedSheetName(name);
    return path ? [{ name, path, hidden, explains: explanations.some((word) => plain.includes(word)) }] : [];
  });
  if (sheets.length === 0) throw damagedWorkbook();
  const [settings] = tagsOf(files.get(workbookPart), 'workbookPr');
  return { sheets, shared, from1904: ['1', 'true'].includes((settings && attributeOf(settings, 'date1904')) ?? '') };
}

const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The two index parts, reduced to some sheets: others are not unpacked, checked or parsed. */
export function indexPartsOfChosenSheets(
  { shared, from1904 }: WorkbookIndex,
  paths: readonly string[],
): [string, Buffer][] {
  const sheets = paths.map((_, at) => `<sheet name="${at + 1}" sheetId="${at + 1}" r:id="sheet${at + 1}"/>`);
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target.replaceAll('"', '&quot;')}"/>`;
  const relations = [
    ...paths.map((path, at) => relation(`sheet${at + 1}`, 'worksheet', `/${path}`)),
    ...shared.map(([type, target], at) => relation(`shared${at + 1}`, type, target)),
  ];
  const settings = from1904 ? '<workbookPr date1904="1"/>' : '';
  return [
    [
      workbookPart,
      `<workbook xmlns="${spreadsheet}" xmlns:r="${office}">${settings}<sheets>${sheets.join('')}</sheets></workbook>`,
    ] as const,
    [
      relationsPart,
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.join('')}</Relationships>`,
    ] as const,
  ].map(([name, content]) => [name, Buffer.from(content)]);
}

const explanations = [
  '说明',
  '须知',
  '示例',
  '样例',
  '样表',
  '范例',
  'instructions',
  'readme',
  'notes',
  'example',
  'sample',
];

/** Sheet names are compared regardless of case. */
export const normalizedSheetName = (name: string) => name.trim().toLowerCase();

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** Decodes an attribute: some programs write every non-Latin character as a numeric reference. */
const readEscaped = (written: string): string =>
  written.replace(/&(?:#(x?)([\da-fA-F]{1,6})|([a-z]{2,4}));/g, (whole, hex: string, digits: string, word: string) => {
    if (word) return entities[word] ?? whole;
    const code = Number.parseInt(digits, hex ? 16 : 10);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

/** Whether a part besides sheets is needed to read them. */
export const isStylesOrSharedStringsPart = (name: string) =>
  name.startsWith('xl/') && name.endsWith('.xml') && (isStyles(name) || name.toLowerCase().includes('sharedstrings'));
const isStyles = (name: string) => name.toLowerCase().includes('styles');

/** Checks the tags of styles and shared strings; sheets are checked cell by cell. */
export function checkTagsOfStylesAndSharedStrings(files: ReadonlyMap<string, Buffer>): void {
  for (const [name, content] of files) {
    if (!isStylesOrSharedStringsPart(name)) continue;
    const xml = content.toString('latin1');
    if (isStyles(name)) refuseLongCellFormats(xml);
    for (const _tag of openingXmlTags(xml)); // throws at malformed tags
  }
}
/** Number of digits of each style that shows leading zeros (`00000000`), by index among the cell styles. */
export function digitsOfZeroPaddedStyles(files: ReadonlyMap<string, Buffer>): Map<string, number> {
  const xml = [...files].find(([name]) => name.startsWith('xl/') && isStyles(name))?.[1].toString('utf8') ?? '';
  const formats = new Map<string, number>();
  const lengths = new Map<string, number>();
  let place = -1;
  for (const tag of openingXmlTags(xml)) {
    // cell styles are in a list of their own, after the styles they derive from
    if (tag.name === 'cellXfs') place = 0;
    else if (tag.name === 'cellStyles' || tag.name === 'dxfs') place = -1;
    else if (tag.name === 'numFmt') {
      const format = readXmlAttributes(xml, tag.end);
      const [, zeros] = /^(0{2,30})(?:;@)?$/.exec(attributeOf(format, 'formatCode') ?? '') ?? [];
      if (zeros) formats.set(attributeOf(format, 'numFmtId') ?? '', zeros.length);
    } else if (tag.name === 'xf' && place >= 0) {
      const zeros = formats.get(attributeOf(readXmlAttributes(xml, tag.end), 'numFmtId') ?? '');
      if (zeros !== undefined) lengths.set(String(place), zeros);
      place++;
    }
  }
  return lengths;
}

function* tagsOf(part: Buffer | undefined, name: string): Generator<XmlAttributes> {
  const xml = part?.toString('utf8') ?? '';
  for (const tag of openingXmlTags(xml)) if (tag.name === name) yield readXmlAttributes(xml, tag.end);
}

const attributeOf = ({ list }: XmlAttributes, name: string) => list.find(([one]) => one === name)?.[1];
