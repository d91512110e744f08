import { parseDocumentCheckCode } from '#kernel/check/parse-typed-check-code-of-printed-document.ts';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { comparedValue, kindOf } from '#kernel/field/field.ts';
import { codeSpellings, parseScannedCode } from '#kernel/field/parse-scanned-code.ts';
import { stateOf } from '#kernel/lifecycle/lifecycle.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { type Caller, can } from '#server/caller.ts';
import { quoteLiteral } from '#server/db/quote-literal.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { columnForEquality } from '../condition/compile-column-conditions-to-sql.ts';
import { whereInForceOn, whereVersionPublished } from '../condition/version-in-force-sql.ts';
import {
  headingColumn,
  headingSeparator,
  readableValueSql,
  subtitleColumn,
} from '../field/row-heading-and-subtitle-sql.ts';
import { scopeOf } from '../scope/row-scope-of-caller.ts';
import type { ServicesToReadRows } from '../services-needed-to-read-rows.ts';

/** A row with a code that several rows have. */
export interface RowWithScannedCode {
  readonly resource: string;
  readonly id: number;
  readonly title: string;
  /** What distinguishes it from the others: kind of record, subtitle and state, in the language of the caller. */
  readonly about: string;
}

/** The row behind a code, and what to choose from if several rows fit. */
export interface FoundByScannedCode {
  readonly resource: string;
  readonly id: number;
  /** The row itself is the first. Missing: it is the only one. */
  readonly choices?: readonly RowWithScannedCode[];
}

/** Most rows that a code offers. */
const mostChoices = 20;

/**
 * Finds the rows that a scanned or typed code opens (`codes` of its resource), among those that the caller sees: of the
 * versions of a row the one that is in force or published, otherwise the newest; rows in a final state only where there
 * are no others. The newest comes first. It is one statement. Undefined: there is none.
 */
export async function findByScannedCode(
  context: ServicesToReadRows,
  resources: readonly AnyResource[],
  caller: Caller,
  written: string,
): Promise<FoundByScannedCode | undefined> {
  const scanned = parseScannedCode(written);
  if (!scanned) return undefined;
  const ways = codeSpellings(scanned.code);
  const parts = resources.flatMap((one, place) => {
    const names = Object.entries(one.codes ?? {}).flatMap(([name, before]) =>
      scanned.path === undefined || (before !== '' && scanned.path === before) ? [name] : [],
    );
    if (names.length === 0 || !can(caller, `${one.name}/index`)) return [];
    const is = sql.join(
      names.map((name) => isCode(one, name, ways)),
      ' or ',
    );
    return [selectRowsWithCode(context, one, caller, is, place)];
  });
  const found =
    parts.length === 0
      ? []
      : await context.db.rows<RowWithScannedCode & { status: string | null; subtitle: string | null }>(sql`
          with found as (${sql.join(parts, ' union all ')})
          select resource, id, title, subtitle, status from found
          where final = (select bool_and(final) from found) order by place, id desc limit ${mostChoices}`);
  const [first] = found;
  if (!first) return findPrinted(context, resources, caller, scanned.code);
  const { resource, id } = first;
  if (found.length === 1) return { resource, id };
  const choices = found.map(({ status, subtitle, ...row }) => {
    const of = context.find(row.resource);
    const described = [of?.label[caller.locale], subtitle, stateOf(of?.life, status)?.[caller.locale]];
    return { ...row, about: described.filter(Boolean).join(headingSeparator) };
  });
  return { resource, id, choices };
}

/** Selects the rows of a resource with a code, one for all versions of a row. */
function selectRowsWithCode(
  context: ServicesToReadRows,
  resource: AnyResource,
  caller: Caller,
  is: Sql,
  place: number,
): Sql {
  const { versions, life, name } = resource;
  const scope = scopeOf(resource, caller, context.find);
  const title = sql`coalesce(${headingColumn(resource, context.find, caller.locale)}, '#' || t.id)`;
  const ended = Object.entries(life?.states ?? {}).flatMap(([state, { final }]) => (final ? [state] : []));
  const final = life ? sql`(t.status = any(${ended}::text[]))` : sql`false::boolean`;
  const newest = versions
    ? sql`distinct on (t.${sql.id(versions.of)}) ${name}::text as resource`
    : sql`${name}::text as resource`;
  const order = versions
    ? sql.join([
        sql`t.${sql.id(versions.of)}`,
        ...(versions.inForce ? [sql`${whereInForceOn(resource, shanghaiToday())} desc`] : []),
        sql`${final}`,
        sql`${whereVersionPublished(resource)} desc`,
        sql`t.revision desc`,
      ])
    : sql`${final}, t.id desc`;
  return sql`(select ${newest}, t.id, ${place}::int as place, ${title} as title,
      ${partsOfSubtitle(context, resource, caller)} as subtitle,
      ${life ? sql`t.status` : sql`null::text`} as status, ${final} as final
    from ${sql.id(tableOf(resource))} t where (${is})${scope ? sql` and ${scope}` : sql.empty}
    order by ${order} limit ${mostChoices})`;
}

/** The values with which the codes of a resource are unique (`unique: ['ent_type']`), and its subtitle. */
function partsOfSubtitle({ find }: ServicesToReadRows, resource: AnyResource, caller: Caller): Sql {
  const names = Object.keys(resource.codes ?? {}).flatMap((name) => {
    const unique = resource.fields[name]?.unique;
    return typeof unique === 'object' ? unique : [];
  });
  const values = [...new Set(names)].flatMap((name) => {
    const one = name === 'revision' ? undefined : resource.fields[name];
    return one ? [sql.raw(readableValueSql(name, one, caller.locale, 't', find))] : [];
  });
  const parts = [...values, subtitleColumn(resource, caller, find, true) ?? sql`null::text`];
  return sql`nullif(concat_ws(${sql.raw(quoteLiteral(headingSeparator))}, ${sql.join(parts)}), '')`;
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
