import { memberRolesThatMay } from '#kernel/access/member-rights-by-role.ts';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { comparedValue, isPolymorphicReference, targetOf } from '#kernel/field/field.ts';
import { formatRowReference, type OneOfOptions, parseRowReferenceCell } from '#kernel/kind/linked/one-of-reference.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { isCitationField } from '#kernel/version/fields-citing-published-version-of-row.ts';
import { type Caller, coversArea } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { whereReferenceMayPointTo } from '#server/read/condition/allowed-reference-targets-sql.ts';
import { columnForEquality } from '#server/read/condition/compile-column-conditions-to-sql.ts';
import { whereCitable } from '#server/read/condition/version-in-force-sql.ts';
import { headingSeparator, headingSql } from '#server/read/field/row-heading-and-subtitle-sql.ts';
import type { AreaEntry } from '#server/system/division-calendar-and-deadline-rule-cache.ts';
import { namesOfDivision } from '#server/system/division-name.ts';
import type { FoundValue, ImportLookup } from '#server/transfer/read/look-up-cell-texts-once.ts';
import { acceptsArea } from '#server/write/field/refuse-invalid-references-areas-and-files.ts';

/** Looks up rows and divisions named in a sheet, in batches; only those the caller may refer to are found. */
export function lookUpRowsAndDivisionsNamedInImport(
  engine: Engine,
  caller: Caller,
  resource: AnyResource,
): ImportLookup {
  return {
    references: (field, texts) =>
      isPolymorphicReference(field)
        ? findNamedRows(engine, caller, resource, field, texts)
        : findRows(engine, caller, resource, field, targetOf(field)?.resource ?? '', texts),
    areas(field, texts, name) {
      const wanted = new Set(texts);
      const all = engine.reference.areas();
      const english = texts.some((one) => /[a-z]/i.test(one));
      const matching = (area: AreaEntry) => namesOfDivision(all, area, english).filter((one) => wanted.has(one));
      const areas = [...all.values()].flatMap((area) => {
        const matches = matching(area);
        return matches.length > 0 && acceptsArea(engine, caller, field, name, area.code)
          ? [{ code: area.code, matches }]
          : [];
      });
      const found = new Map<string, FoundValue<string>>();
      // among divisions of the same name, the caller's own takes precedence
      for (const own of [true, false]) {
        const existing = new Set(found.keys());
        for (const { code, matches } of areas.filter((one) => coversArea(caller, one.code) === own))
          for (const match of new Set(matches))
            if (!existing.has(match)) found.set(match, found.has(match) ? 'ambiguous' : code);
      }
      return Promise.resolve(found);
    },
  };
}

/**
 * Rows of a resource that a field may refer to, by title or key; cited ones also by heading, as they are exported
 * (`旅游法 · 第三十五条`). The title of a cited row is that of the version in force.
 */
async function findRows(
  engine: Engine,
  caller: Caller,
  resource: AnyResource,
  field: AnyField,
  to: string,
  texts: readonly string[],
): Promise<Map<string, FoundValue<number>>> {
  const target = engine.find(to);
  if (!target) return new Map();
  // members import into rows that they hold in a role that may
  const written = memberRolesThatMay(resource, 'import').length > 0 ? 'import' : 'add';
  const scope = whereReferenceMayPointTo(field, resource, caller, engine.find, written, target);
  const title = allColumnsOf(target)[target.title] as AnyField;
  const column = columnForEquality(sql`t.${sql.id(target.title)}`, title);
  const meant = new Map(texts.map((word) => [word, comparedValue(title, word)]));
  const heading =
    isCitationField(field) && target.heading ? sql.raw(headingSql(target, engine.find, caller.locale)) : sql`null`;
  // titles are compared first: a heading is read for each row
  const parts = target.heading ? texts.flatMap((word) => word.split(headingSeparator)) : [];
  const named = isCitationField(field) ? whereCitable(target, engine.find, shanghaiToday()) : sql`true`;
  const rows = await engine.db.rows<{
    id: number;
    title: string;
    heading: string | null;
    named: boolean;
  }>(sql`select t.id, ${column}::text as title, ${heading}::text as heading, ${named} as named from ${sql.id(tableOf(target))} t
    where (${column} = any(${[...new Set(meant.values())]}::text[]) or t.id::text = any(${texts}::text[])
      or (${column} = any(${parts}::text[]) and ${heading}::text = any(${texts}::text[])))${scope ? sql` and ${scope}` : sql.empty} limit 20000`);
  const called = new Map<string, FoundValue<number>>();
  const headed = new Map<string, FoundValue<number>>();
  for (const { id, title: name, heading: whole } of rows.filter((row) => row.named)) {
    called.set(name, called.has(name) ? 'ambiguous' : id);
    if (whole !== null) headed.set(whole, headed.has(whole) ? 'ambiguous' : id);
  }
  const found = new Map<string, FoundValue<number>>();
  for (const [word, name] of meant) {
    const matches = called.get(name) ?? headed.get(word);
    if (matches !== undefined) found.set(word, matches);
  }
  for (const { id } of rows) if (meant.has(String(id))) found.set(String(id), id);
  return found;
}

/** Rows of one of several resources, which each cell names first: `企业：昆明某旅行社`. */
async function findNamedRows(
  engine: Engine,
  caller: Caller,
  resource: AnyResource,
  field: AnyField,
  cells: readonly string[],
): Promise<Map<string, FoundValue<string>>> {
  const byTarget = new Map<string, { cell: string; word: string }[]>();
  for (const cell of cells) {
    const read = parseRowReferenceCell(cell, field.options as unknown as OneOfOptions);
    if (read) byTarget.set(read.to, [...(byTarget.get(read.to) ?? []), { cell, word: read.word }]);
  }
  const found = new Map<string, FoundValue<string>>();
  for (const [to, named] of byTarget) {
    const texts = named.map(({ word }) => word);
    const rows = await findRows(engine, caller, resource, field, to, texts);
    for (const { cell, word } of named) {
      const id = rows.get(word);
      if (id !== undefined) found.set(cell, id === 'ambiguous' ? id : formatRowReference(to, id));
    }
  }
  return found;
}
