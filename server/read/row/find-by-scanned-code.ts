import { parseDocumentCheckCode } from '#kernel/check/parse-typed-check-code-of-printed-document.ts';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { comparedValue, kindOf } from '#kernel/field/field.ts';
import { codeSpellings, parseScannedCode } from '#kernel/field/parse-scanned-code.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Caller, can } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { columnForEquality } from '../condition/compile-column-conditions-to-sql.ts';
import { scopeOf } from '../scope/row-scope-of-caller.ts';
import type { ServicesToReadRows } from '../services-needed-to-read-rows.ts';

/**
 * Finds the row that a scanned or typed code opens (`codes` of its resource), among those that the caller sees. It is
 * one statement. Undefined: there is none.
 */
export async function findByScannedCode(
  context: ServicesToReadRows,
  resources: readonly AnyResource[],
  caller: Caller,
  written: string,
): Promise<{ resource: string; id: number } | undefined> {
  const scanned = parseScannedCode(written);
  if (!scanned) return undefined;
  const ways = codeSpellings(scanned.code);
  const parts = resources.flatMap((one, place) => {
    const names = Object.entries(one.codes ?? {}).flatMap(([name, before]) =>
      scanned.path === undefined || (before !== '' && scanned.path === before) ? [name] : [],
    );
    if (names.length === 0 || !can(caller, `${one.name}/index`)) return [];
    const scope = scopeOf(one, caller, context.find);
    const is = sql.join(
      names.map((name) => isCode(one, name, ways)),
      ' or ',
    );
    return [
      sql`(select ${one.name}::text as resource, t.id, ${place}::int as place from ${sql.id(tableOf(one))} t
        where (${is})${scope ? sql` and ${scope}` : sql.empty} limit 1)`,
    ];
  });
  const found =
    parts.length === 0
      ? undefined
      : await context.db.row<{ resource: string; id: number }>(
          sql`select resource, id from (${sql.join(parts, ' union all ')}) found order by place limit 1`,
        );
  return found ?? findPrinted(context, resources, caller, scanned.code);
}

/** Whether a field of a row equals the code: compact fields in comparable form, others in any of its spellings. */
function isCode(one: AnyResource, name: string, ways: readonly string[]): Sql {
  const field = one.fields[name] as AnyField;
  const values = new Set(kindOf(field).compact ? ways.map((way) => comparedValue(field, way)) : ways);
  return sql`${columnForEquality(sql`t.${sql.id(name)}`, field)} = any(${[...values]}::text[])`;
}

/** Finds the row of a printed document (`server/pdf/store-and-find-printed-documents.ts`) by its verification code. */
async function findPrinted(
  { db, find }: ServicesToReadRows,
  resources: readonly AnyResource[],
  caller: Caller,
  written: string,
): Promise<{ resource: string; id: number } | undefined> {
  const code = parseDocumentCheckCode(written);
  const print =
    code &&
    (await db.row<{ resource: string; id: number }>(
      sql`select of_resource as resource, of_id as id from paper_print where code = ${code} and of_resource is not null`,
    ));
  const one = print && resources.find(({ name }) => name === print.resource);
  if (!one || !can(caller, `${one.name}/index`)) return undefined;
  const scope = scopeOf(one, caller, find);
  const seen = await db.row(
    sql`select from ${sql.id(tableOf(one))} t where t.id = ${print.id}${scope ? sql` and ${scope}` : sql.empty}`,
  );
  return seen && print;
}
