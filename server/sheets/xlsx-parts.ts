import { damagedWorkbook } from '#server/sheets/sheet-limits.ts';
import { type Attributes, checkSettings, localName, openingTags, readAttributes } from '#server/sheets/xml-scan.ts';
import { escapeAttribute } from '#server/sheets/xml-text.ts';

/** The parts that say where the sheets are. */
export const isIndex = (name: string) => name === 'xl/workbook.xml' || name === 'xl/_rels/workbook.xml.rels';

/**
 * The paths of the first sheet of a workbook that is in sight and holds a list, and of those called as asked (undefined: there is none);
 * `slot` is where the first sheet of all lies. The others (a
 * hidden sheet of a million rows, drawings) are neither unpacked nor checked nor parsed.
 */
export function findSheets(
  files: ReadonlyMap<string, Buffer>,
  asked: readonly (readonly string[])[],
): { slot: string; paths: [first: string, ...others: (string | undefined)[]] } {
  const places = new Map(asked.flatMap((names, at) => names.map((name) => [calledAs(escapeAttribute(name)), at + 1])));
  const ids: (string | undefined)[] = [];
  const sheets = [...tagsOf(files.get('xl/workbook.xml'), 'sheet')];
  const main = sheets.find(holdsList) ?? sheets[0];
  const idOf = ({ list }: Attributes) => list.find(([name]) => name.includes(':') && localName(name) === 'id')?.[1];
  const top = sheets[0] && idOf(sheets[0]);
  for (const sheet of sheets) {
    const at = sheet === main ? 0 : places.get(calledAs(attributeOf(sheet, 'name') ?? ''));
    if (at !== undefined) ids[at] ??= idOf(sheet);
  }
  const targets = new Map<string, string>();
  for (const relation of tagsOf(files.get('xl/_rels/workbook.xml.rels'), 'Relationship')) {
    const [id, target] = [attributeOf(relation, 'Id'), attributeOf(relation, 'Target')];
    if (id && target && (id === top || ids.includes(id)) && !targets.has(id))
      targets.set(id, target.startsWith('/') ? target.slice(1) : `xl/${target}`);
  }
  const pathOf = (id: string | undefined) => (id === undefined ? undefined : targets.get(id));
  const first = pathOf(ids[0]);
  // what is looked at as a sheet is not looked at as anything else
  if (!first || [...targets.values()].some((path) => isIndex(path) || isShared(path))) throw damagedWorkbook();
  return { slot: pathOf(top) ?? first, paths: [first, ...asked.map((_, at) => pathOf(ids[at + 1]))] };
}

const explanations = [
  '说明',
  '填表说明',
  '填写说明',
  '导入说明',
  '使用说明',
  '填报说明',
  'instructions',
  'readme',
  'notes',
];

/** Whether a sheet may be the one that is meant: it is in sight, and does not explain another. */
const holdsList = (sheet: Attributes): boolean =>
  !['hidden', 'veryHidden'].includes(attributeOf(sheet, 'state') ?? '') &&
  !explanations.some((word) => calledAs(attributeOf(sheet, 'name') ?? '') === escapeAttribute(word));

/** Programs tell names of sheets apart regardless of case. */
const calledAs = (name: string) => name.trim().toLowerCase();

/** Whether a part is needed to read a sheet. */
export const isNeeded = (name: string, sheet: string) =>
  name === sheet || isIndex(name) || name === '[Content_Types].xml' || isShared(name);

/** Styles and texts, which any sheet refers to, wherever a program puts them. */
const isShared = (name: string) =>
  name.startsWith('xl/') && name.endsWith('.xml') && (isStyles(name) || name.toLowerCase().includes('sharedstrings'));
const isStyles = (name: string) => name.toLowerCase().includes('styles');

/** Walks the tags of every part but the sheet's, which is looked at cell by cell. */
export function checkParts(files: ReadonlyMap<string, Buffer>, sheet: string): void {
  for (const [name, content] of files) {
    if (name === sheet) continue;
    const xml = content.toString('latin1');
    if (isStyles(name)) checkSettings(xml);
    for (const _tag of openingTags(xml)); // throws at a name that is none
  }
}

/** Digits of each style whose numbers are shown with zeros before them (`00000000`), by its place among the styles of cells. */
export function paddedStyles(files: ReadonlyMap<string, Buffer>): Map<string, number> {
  const xml = [...files].find(([name]) => name.startsWith('xl/') && isStyles(name))?.[1].toString('utf8') ?? '';
  const formats = new Map<string, number>();
  const lengths = new Map<string, number>();
  let place = -1;
  for (const tag of openingTags(xml)) {
    // styles of cells stand in a list of their own, behind those they are derived from
    if (tag.name === 'cellXfs') place = 0;
    else if (tag.name === 'cellStyles' || tag.name === 'dxfs') place = -1;
    else if (tag.name === 'numFmt') {
      const format = readAttributes(xml, tag.end);
      const [, zeros] = /^(0{2,30})(?:;@)?$/.exec(attributeOf(format, 'formatCode') ?? '') ?? [];
      if (zeros) formats.set(attributeOf(format, 'numFmtId') ?? '', zeros.length);
    } else if (tag.name === 'xf' && place >= 0) {
      const zeros = formats.get(attributeOf(readAttributes(xml, tag.end), 'numFmtId') ?? '');
      if (zeros !== undefined) lengths.set(String(place), zeros);
      place++;
    }
  }
  return lengths;
}

function* tagsOf(part: Buffer | undefined, name: string): Generator<Attributes> {
  const xml = part?.toString('utf8') ?? '';
  for (const tag of openingTags(xml)) if (tag.name === name) yield readAttributes(xml, tag.end);
}

const attributeOf = ({ list }: Attributes, name: string) => list.find(([one]) => one === name)?.[1];
