import { memberRolesThatMay, resourceWithMemberRules } from '#kernel/access/member-rights-by-role.ts';
import type { Lifecycle } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import type { Pair } from '#kernel/kind/key-value-pairs.ts';
import { isChildList } from '#kernel/kind/linked/child-rows.ts';
import { type Correction, movesThatMarkFields } from '#kernel/lifecycle/fields-marked-on-return-for-correction.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { joinSentences } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { rowJson } from '#server/read/row/read-one-row-as-json.ts';
import { withFieldsVisibleInRow } from '#server/read/scope/declaration-with-fields-visible-to-caller.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { heldByMember } from '#server/read/scope/rows-and-fields-readable-by-member-sql.ts';
import { notFound } from '#server/refusal.ts';
import { isCorrected, valuesWhenReturned } from '#server/write/feature/store-return-remarks-and-responses.ts';
import { formatFieldValues, maskValue } from '#server/write/field/format-field-values-as-masked-text.ts';

interface Found {
  readonly [column: string]: unknown;
  readonly row: Readonly<Record<string, unknown>> & { readonly marks?: unknown; readonly explanations?: unknown };
  readonly marked: readonly Pair[] | null;
  readonly writes: boolean;
}

/**
 * Outcomes of the marks of a row's latest return: whether the field was changed, its value before, and the explanation.
 * For those who decide on the row again and those who correct it; only fields the caller may see. Previous values are
 * masked unless the caller may write the row; sealed values are always masked.
 */
export async function readCorrectionsOfMarkedFields(
  engine: Engine,
  resource: AnyResource,
  caller: Caller,
  id: number,
): Promise<{ list: Correction[] }> {
  const scope = scopeOf(resource, caller, engine.find);
  const returning = movesThatMarkFields(resource.life as Lifecycle);
  const editors = memberRolesThatMay(resourceWithMemberRules(resource, engine.find), 'edit');
  const found = await engine.db.row<Found>(sql`select
      ${rowJson(resource, caller, 'plain', engine.find)} as row,
      ${caller.type === 'member' ? heldByMember(resource, editors, caller, engine.find) : sql`false`} as writes,
      (select changes -> 'marks' -> 1 from history where resource = ${resource.name} and row_id = t.id and move = any(${returning}::text[])
        order by id desc limit 1) as marked
    from ${sql.id(tableOf(resource))} t where t.id = ${id}${scope ? sql` and ${scope}` : sql.empty}`);
  if (!found) throw notFound();
  const { row, writes } = found;
  const visible = await withFieldsVisibleInRow(resource, caller, engine, id);
  const waiting = pairsOf(row.marks);
  const marks = (waiting.length > 0 ? waiting : pairsOf(found.marked)).filter(({ key }) =>
    Object.hasOwn(visible.fields, key),
  );
  const names = [...new Set(marks.map(({ key }) => key))];
  if (names.length === 0) return { list: [] };
  const then = await valuesWhenReturned(engine.db, resource, id, names);
  const corrected = names.filter((name) => isCorrected(resource, name, then, row));
  const texts = Object.fromEntries(
    corrected.flatMap((name) => {
      const one = visible.fields[name];
      return one && !isChildList(one) ? [[name, then.get(name) ?? null]] : [];
    }),
  );
  const before = await formatFieldValues({ engine, resource: visible }, engine.db, texts, (one, value) =>
    writes || kindOf(one).sealed ? value : maskValue(one, value),
  );
  return {
    list: names.map((name) => ({
      field: name,
      remark: joinSentences(marks.flatMap((mark) => (mark.key === name ? [mark.value] : []))),
      changed: corrected.includes(name),
      before: before.find(({ key }) => key === name) ?? null,
      explanation: pairsOf(row.explanations).find(({ key }) => key === name)?.value ?? null,
    })),
  };
}

const pairsOf = (value: unknown): readonly Pair[] => (Array.isArray(value) ? (value as Pair[]) : []);
