import { damagedWorkbook } from '#server/sheets/zip-reader.ts';

/**
 * The parts of a workbook that are needed to read its first sheet. The others (a hidden sheet of a million rows,
 * drawings) are neither checked nor parsed.
 */
export function firstSheetOnly(files: ReadonlyMap<string, Buffer>): { files: Map<string, Buffer>; worksheet: Buffer } {
  const workbook = files.get('xl/workbook.xml')?.toString('utf8');
  const relations = files.get('xl/_rels/workbook.xml.rels')?.toString('utf8');
  if (!workbook || !relations) throw damagedWorkbook();
  const id = /<(?:\w+:)?sheet\s[^>]*?\b\w+:id\s*=\s*["']([^"']+)["']/.exec(workbook)?.[1];
  const relation = [...relations.matchAll(/<(?:\w+:)?Relationship\s[^>]*>/g)].find(
    ([tag]) => attribute(tag, 'Id') === id,
  )?.[0];
  const target = relation && attribute(relation, 'Target');
  const path = target?.startsWith('/') ? target.slice(1) : `xl/${target}`;
  const worksheet = files.get(path);
  if (!worksheet) throw damagedWorkbook();
  const kept = [...files].filter(([name]) => name === path || !name.includes('worksheets/'));
  return { files: new Map(kept), worksheet };
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1];
}
