import { damagedWorkbook } from '#server/sheets/sheet-limits.ts';
import { type Attributes, checkSettings, localName, openingTags, readAttributes } from '#server/sheets/xml-scan.ts';

/** The parts that say where the first sheet is. */
export const isIndex = (name: string) => name === 'xl/workbook.xml' || name === 'xl/_rels/workbook.xml.rels';

/**
 * The path of the first sheet of a workbook. The others (a hidden sheet of a million rows, drawings) are neither
 * unpacked nor checked nor parsed.
 */
export function firstSheetOf(files: ReadonlyMap<string, Buffer>): string {
  const sheet = firstTag(files.get('xl/workbook.xml'), 'sheet', () => true);
  const id = sheet?.list.find(([name]) => name.includes(':') && localName(name) === 'id')?.[1];
  const relation = firstTag(
    files.get('xl/_rels/workbook.xml.rels'),
    'Relationship',
    (tag) => attributeOf(tag, 'Id') === id,
  );
  const target = relation && attributeOf(relation, 'Target');
  if (!id || !target) throw damagedWorkbook();
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

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

function firstTag(part: Buffer | undefined, name: string, fits: (tag: Attributes) => boolean): Attributes | undefined {
  const xml = part?.toString('utf8') ?? '';
  for (const tag of openingTags(xml)) {
    if (tag.name !== name) continue;
    const attributes = readAttributes(xml, tag.end);
    if (fits(attributes)) return attributes;
  }
  return undefined;
}

const attributeOf = ({ list }: Attributes, name: string) => list.find(([one]) => one === name)?.[1];
