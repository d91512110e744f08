import { randomBytes } from 'node:crypto';
import type { AnyField } from '#kernel/declaration/field.ts';
import { kindOf, targetOf } from '#kernel/field/field.ts';
import { isMoment } from '#kernel/kind/datetime.ts';
import { divisions } from '#kernel/kind/linked/area.ts';
import { relationNameOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Locale } from '#kernel/text/text.ts';
import { readRowsAsRawProtocolMessages } from '#server/db/driver/read-rows-as-raw-protocol-messages.ts';
import type { Session } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { DatabaseCellSource } from '#server/sheets/write-database-rows-as-sheet.ts';
import { type ExportColumn, exportedCellText, unsetText } from './columns-and-cells-of-export.ts';
import type { ExportSheet } from './write-export-workbook.ts';

/** int8, int2, int4. */
const wholeNumbers: ReadonlySet<number> = new Set([20, 21, 23]);
/** text, varchar, date: their text is the wire form. */
const texts: ReadonlySet<number> = new Set([25, 1043, 1082]);

/** Rows fetched at a time: two pages are held, and a page of wide rows has a megabyte. */
const pageRows = 500;

/** The rows of a statement as a sheet with these columns, read on demand in the session's transaction. */
export async function sqlResultAsSheet(
  session: Session,
  sheet: { name: string; columns: readonly ExportColumn[]; rows: Sql },
  locale: Locale,
  places?: EnglishDivisionNames,
): Promise<ExportSheet> {
  const { name, columns, rows } = sheet;
  const described = await session.query(sql`select * from (${rows}) p limit 0`);
  const types = new Map(described.fields.map((one) => [one.name, one.dataTypeID]));
  const parts = columns.map((column) => dataColumn(column, types, locale, places));
  const selected = sql.join(parts.flatMap(({ fields }) => fields));
  return {
    name,
    columns,
    cells: parts.map(({ cells }) => cells),
    open: () => readPages(session, sql`select ${selected} from (${rows}) p`),
  };
}

async function* readPages(session: Session, rows: Sql): AsyncGenerator<Buffer, void, undefined> {
  const cursor = `export_${randomBytes(6).toString('hex')}`;
  await session.query(sql`declare ${sql.id(cursor)} no scroll cursor for ${rows}`);
  const readPage = () => readRowsAsRawProtocolMessages(session.client, `fetch ${pageRows} from ${cursor}`);
  // the database reads the next page while this one is written
  let coming = readPage();
  for (;;) {
    const page = await coming;
    if (page.length === 0) break;
    coming = readPage();
    coming.catch(() => undefined); // handled where it is awaited; nobody awaits it if writing ends early
    yield* page;
  }
  await session.query(`close ${cursor}`);
}

/** The expressions selected for a column, and how its cells are made from them. */
function dataColumn(
  column: ExportColumn,
  types: ReadonlyMap<string, number>,
  locale: Locale,
  places: EnglishDivisionNames | undefined,
): { fields: readonly Sql[]; cells: DatabaseCellSource } {
  const { name, field } = column;
  const type = types.get(name);
  const unset = unsetText(column, locale);
  // child rows are not selected here
  if (type === undefined) return { fields: [sql`''`], cells: { as: 'text', unset: '' } };
  const own = sql`p.${sql.id(name)}`;
  const whole = wholeNumbers.has(type);
  const plain = whole || texts.has(type);
  const { toText, none } = kindOf(field);
  const counted = name === 'due_at' && types.has('due_unit');
  if (isMoment(field) && whole && !counted) return { fields: [own], cells: { as: 'moment', unset } };
  if (plain && !toText && none === undefined) return { fields: [own], cells: { as: 'text', unset } };
  const related = types.has(relationNameOf(name));
  const read = whole ? Number : plain ? String : parse;
  return {
    fields: [
      plain ? own : sql`to_json(${own})`,
      related ? sql`p.${sql.id(relationNameOf(name))}` : sql`null`,
      counted ? sql`p.due_unit` : sql`null`,
    ],
    cells: {
      as: 'formatted',
      fields: 3,
      format: ([value = null, relation = null, due_unit = null]) =>
        exportedCellText(column, value === null ? null : read(value), locale, {
          related: relation === null ? undefined : inEnglish(field, parse(relation), places),
          due_unit,
        }),
    },
  };
}

/** English names of divisions; undefined for Chinese sheets. */
export interface EnglishDivisionNames {
  full(code: string): string | undefined;
  short(chinese: string): string | undefined;
}

/** The row or rows named by a value, with divisions in English. */
export function inEnglish(field: AnyField, related: unknown, places: EnglishDivisionNames | undefined): unknown {
  const target = targetOf(field);
  if (!places || target?.resource !== divisions) return related;
  if (target.key === 'code') {
    const { code } = related as { code: string };
    return { ...(related as object), full_name: places.full(code) };
  }
  const rename = (row: object) =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) => [
        key,
        typeof value === 'string' ? (places.short(value) ?? value) : value,
      ]),
    );
  return Array.isArray(related) ? related.map(rename) : rename(related as object);
}

const parse = (written: string): unknown => JSON.parse(written);
