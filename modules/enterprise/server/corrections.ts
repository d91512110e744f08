import { type AnyField, kindOf, targetOf } from '#kernel/field.ts';
import { rolesThatMay } from '#kernel/holding.ts';
import type { Pair } from '#kernel/kind/pairs.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine.ts';
import { maskText } from '#server/history/timeline.ts';
import type { Call } from '#server/http/controller.ts';
import { heldIn } from '#server/read/held.ts';
import { readKey, rowJson } from '#server/read/row.ts';
import { scopeOf } from '#server/read/scope.ts';
import { notFound } from '#server/refusal.ts';
import { type Enterprise, enterprise } from '../contract/enterprise.ts';
import { correctedFields, valuesWhenReturned } from './resubmission.ts';

/** One mark of the latest return, and what became of it. */
export interface Correction {
  field: string;
  /** What was found wrong. */
  remark: string;
  changed: boolean;
  /** The value that was marked, where it is another one now; as the caller may see it. */
  before: unknown;
  /** The words of a reference or an area. */
  related: Readonly<Record<string, unknown>> | null;
  explanation: string | null;
}

const fields: Readonly<Record<string, AnyField>> = enterprise.fields;

/** `GET corrections`: marked, before, and explained, for whoever audits a registration again and for who corrects it. */
export async function readCorrections({ engine, caller, query }: Call): Promise<{ list: Correction[] }> {
  const id = readKey(query.id);
  const scope = scopeOf(enterprise, caller, engine.find);
  const found = await engine.db.row<{ row: Enterprise; marks: Pair[] | null; writes: boolean }>(sql`select
      ${rowJson(enterprise, caller, 'plain', engine.find)} as row,
      ${caller.type === 'member' ? heldIn(enterprise, rolesThatMay(enterprise, 'edit'), caller, engine.find) : sql`false`} as writes,
      (select changes -> 'marks' -> 1 from history where resource = ${enterprise.name} and row_id = t.id and move in ('return', 'reject')
        order by id desc limit 1) as marks
    from enterprise t where t.id = ${id}${scope ? sql` and ${scope}` : sql.empty}`);
  if (!found) throw notFound();
  const { row } = found;
  const marks = row.marks?.length ? row.marks : (found.marks ?? []);
  const names = [...new Set(marks.map((mark) => mark.key))];
  if (names.length === 0) return { list: [] };
  const [corrected, then] = await Promise.all([
    correctedFields(engine.db, row, names),
    valuesWhenReturned(engine.db, id, names),
  ]);
  return {
    list: await Promise.all(
      names.map(async (name) => ({
        field: name,
        remark: marks.flatMap((mark) => (mark.key === name ? [mark.value] : [])).join('；'),
        changed: corrected.has(name),
        before: corrected.has(name) ? shown(name, then.get(name), found.writes) : null,
        related: corrected.has(name) ? await relatedTo(engine, name, then.get(name)) : null,
        explanation: row.explanations?.find((one) => one.key === name)?.value ?? null,
      })),
    ),
  };
}

/** Who may not write it sees personal data masked, as everywhere. Sealed values are masked in the history already. */
function shown(name: string, value: unknown, writes: boolean): unknown {
  const one = fields[name];
  if (one?.privacy !== 'masked' || writes || kindOf(one).sealed || typeof value !== 'string') return value ?? null;
  return kindOf(one).maskValue?.(value) ?? maskText(value);
}

async function relatedTo(engine: Engine, name: string, value: unknown): Promise<Correction['related']> {
  const one = fields[name];
  if (one && targetOf(one)?.key === 'code') {
    const area = engine.reference.areas().get(String(value));
    return area ? { code: String(value), name: area.name, full_name: area.full_name } : null;
  }
  if (name !== 'parent_id' || typeof value !== 'number') return null;
  return (
    (await engine.db.row<{ id: number; name: string }>(sql`select id, name from enterprise where id = ${value}`)) ??
    null
  );
}
