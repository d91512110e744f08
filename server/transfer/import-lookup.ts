import { type AnyField, namesOneOf, targetOf } from '#kernel/field.ts';
import { rolesThatMay } from '#kernel/holding.ts';
import { areaLevel } from '#kernel/kind/area.ts';
import { nameRow, type OneOfOptions, readRowWords } from '#kernel/kind/one-of.ts';
import { type AnyResource, tableOf } from '#kernel/resource.ts';
import { type Caller, coversArea } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine.ts';
import { reachedRows } from '#server/read/reach.ts';
import type { Found, ImportLookup } from '#server/transfer/meanings.ts';

/** What words of a sheet mean, inside the caller's scope, many at a time. */
export function lookupOf(engine: Engine, caller: Caller, resource: AnyResource): ImportLookup {
  return {
    references: (field, words) =>
      namesOneOf(field)
        ? findNamedRows(engine, caller, resource, field, words)
        : findRows(engine, caller, resource, field, targetOf(field)?.resource ?? '', words),
    areas(words, level) {
      const wanted = new Set(words);
      const found = new Map<string, Found<string>>();
      const note = (word: string | null, code: string) => {
        if (word && wanted.has(word)) found.set(word, found.has(word) && found.get(word) !== code ? 'ambiguous' : code);
      };
      for (const area of engine.reference.areas().values()) {
        const small = areaLevel(area.code) >= level || engine.reference.children(area.code).length === 0;
        if (!small || !coversArea(caller, area.code)) continue;
        note(area.code, area.code);
        note(area.name, area.code);
        note(area.full_name, area.code);
      }
      return Promise.resolve(found);
    },
  };
}

/** Rows of a resource that a field may refer to, by title or key. */
async function findRows(
  engine: Engine,
  caller: Caller,
  resource: AnyResource,
  field: AnyField,
  to: string,
  words: readonly string[],
): Promise<Map<string, Found<number>>> {
  const target = engine.find(to);
  if (!target) return new Map();
  // a member adds rows by a sheet to what they hold in a role that may
  const written = rolesThatMay(resource, 'import').length > 0 ? 'import' : 'add';
  const scope = reachedRows(field, resource, caller, engine.find, written, target);
  const title = sql.id(target.title);
  const rows = await engine.db.rows<{
    id: number;
    title: string;
  }>(sql`select t.id, t.${title}::text as title from ${sql.id(tableOf(target))} t
    where (t.${title} = any(${words}::text[]) or t.id::text = any(${words}::text[]))${scope ? sql` and ${scope}` : sql.empty} limit 20000`);
  const found = new Map<string, Found<number>>();
  for (const { id, title: name } of rows) found.set(name, found.has(name) ? 'ambiguous' : id);
  for (const { id } of rows) if (words.includes(String(id))) found.set(String(id), id);
  return found;
}

/** The same of one of several resources, each cell saying of which: `企业：昆明某旅行社`. */
async function findNamedRows(
  engine: Engine,
  caller: Caller,
  resource: AnyResource,
  field: AnyField,
  cells: readonly string[],
): Promise<Map<string, Found<string>>> {
  const byTarget = new Map<string, { cell: string; word: string }[]>();
  for (const cell of cells) {
    const read = readRowWords(cell, field.options as unknown as OneOfOptions);
    if (read) byTarget.set(read.to, [...(byTarget.get(read.to) ?? []), { cell, word: read.word }]);
  }
  const found = new Map<string, Found<string>>();
  for (const [to, asked] of byTarget) {
    const words = asked.map(({ word }) => word);
    const rows = await findRows(engine, caller, resource, field, to, words);
    for (const { cell, word } of asked) {
      const id = rows.get(word);
      if (id !== undefined) found.set(cell, id === 'ambiguous' ? id : nameRow(to, id));
    }
  }
  return found;
}
