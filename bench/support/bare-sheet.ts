import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import type pg from 'pg';
import { hasColumn } from '#kernel/field/field.ts';
import { allColumnsOf, columnsListedByDefault } from '#kernel/resource/all-columns-of-resource.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';

/** The columns of an export. */
const columns = columnsListedByDefault(enterprise).filter((name) => {
  const one = allColumnsOf(enterprise)[name];
  return one !== undefined && one.privacy !== 'hidden' && hasColumn(one);
});

/** A division as its name, a moment in local time, anything else as the driver returns it. */
const expressionOf = (name: string): string => {
  const { kind } = allColumnsOf(enterprise)[name] ?? {};
  if (name === 'area_code') return 'a.full_name';
  return kind === 'datetime' ? `to_char(t.${name} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')` : `t.${name}`;
};

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Rows fetched at a time. */
const fetched = 1000;

/**
 * Writes the rows up to a key as the only sheet of a workbook into a file: with a cursor, texts as the driver returns
 * them, the same cells and the same compression as the product. It knows no labels of choices, masks, order of columns,
 * progress or job.
 */
export async function writeBareSheet(pool: pg.Pool, upTo: number): Promise<{ rows: number; bytes: number }> {
  const client = await pool.connect();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'xingjian-bare-sheet-'));
  const file = path.join(folder, 'sheet');
  let rows = 0;
  let crc = 0;
  async function* pieces(): AsyncGenerator<Buffer> {
    yield Buffer.from('<worksheet><sheetData>');
    const next = () => client.query({ text: `fetch ${fetched} from sheet`, rowMode: 'array' });
    let coming = next();
    for (;;) {
      const { rows: page } = await coming;
      if (page.length === 0) break;
      coming = next();
      let text = '';
      for (const row of page as unknown[][]) {
        rows++;
        text += `<row r="${rows}">`;
        for (const [at, value] of row.entries()) {
          if (value === null || value === '') continue;
          const cell =
            value instanceof Date
              ? value.toISOString()
              : typeof value === 'object'
                ? JSON.stringify(value)
                : String(value);
          text += `<c r="${letters[at]}${rows}" t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`;
        }
        text += '</row>';
      }
      const bytes = Buffer.from(text);
      crc = crc32(bytes, crc);
      yield bytes;
    }
    yield Buffer.from('</sheetData></worksheet>');
  }
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(
      `declare sheet no scroll cursor for select ${columns.map(expressionOf).join(', ')} from enterprise t left join system_area a on a.code = t.area_code
        where t.id <= ${upTo} order by t.id desc`,
    );
    await pipeline(Readable.from(pieces()), createDeflateRaw({ level: 3 }), fs.createWriteStream(file));
    return { rows, bytes: fs.statSync(file).size };
  } finally {
    await client.query('rollback');
    client.release();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

const letters = columns.map(
  (_, at) => (at < 26 ? '' : String.fromCharCode(64 + Math.floor(at / 26))) + String.fromCharCode(65 + (at % 26)),
);
