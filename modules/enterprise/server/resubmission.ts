import type { AnyField } from '#kernel/field.ts';
import type { Pair } from '#kernel/kind/pairs.ts';
import { type Text, text } from '#kernel/text.ts';
import { formFields } from '#kernel/writing.ts';
import type { Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import { isUnchanged } from '#server/write/locked.ts';
import { type Enterprise, enterprise } from '../contract/enterprise.ts';
import type { EnterpriseChange } from './enterprise-write.ts';

const say = {
  locked: text(
    '30 日内退回超过 3 次，请 {hours} 小时后再提交',
    'Returned more than 3 times in 30 days; submit again in {hours} h',
  ),
  waits: text(
    '不予通过未满 24 小时，请 {hours} 小时后再提交',
    'Rejected less than 24 hours ago; submit again in {hours} h',
  ),
  unanswered: text('请更正，或说明为何不作更正', 'Correct this, or explain why it stands'),
  shortAnswer: text('说明至少 {min} 个字', 'Explain in {min} characters or more'),
} as const satisfies Record<string, Text>;

/** Returns and rejections in 30 days that lock the next submission, and for how many hours (domain reference §2.A). */
const mostReturns = 3;
const lockHours = 24;

/** Hours until a much-returned or just rejected registration may be submitted again; 0: now. */
export async function hoursToWait(db: Queryable, id: number): Promise<{ hours: number; message: Text } | undefined> {
  const found = await db.row<{
    returns: number;
    last: number | null;
    rejected: number | null;
  }>(sql`select count(*)::int as returns,
      ceil(${lockHours} - extract(epoch from now() - max(createtime)) / 3600)::int as last,
      ceil(${lockHours} - extract(epoch from now() - max(createtime) filter (where move = 'reject')) / 3600)::int as rejected
    from history where resource = ${enterprise.name} and row_id = ${id} and move in ('return', 'reject') and createtime > now() - interval '30 days'`);
  if (found?.rejected && found.rejected > 0) return { hours: found.rejected, message: say.waits };
  if (found && found.returns > mostReturns && (found.last ?? 0) > 0)
    return { hours: found.last ?? 0, message: say.locked };
  return undefined;
}

const fields: Readonly<Record<string, AnyField>> = enterprise.fields;
/** An explanation says something: "无误" is two. */
const shortest = 2;

/** Fields an audit can mark: those of the form. */
export const isMarkable = (name: string): boolean => Object.hasOwn(formFields(enterprise), name);

/** What fields of a row held when it was last turned down, of those written since. */
export async function valuesWhenReturned(
  db: Queryable,
  id: number,
  names: readonly string[],
): Promise<ReadonlyMap<string, unknown>> {
  const rows = await db.rows<{
    name: string;
    value: unknown;
  }>(sql`select distinct on (c.key) c.key as name, c.value -> 0 as value
    from history h, jsonb_each(h.changes) c
    where h.resource = ${enterprise.name} and h.row_id = ${id} and c.key = any(${names}::text[]) and h.id > (
      select coalesce(max(id), 0) from history where resource = ${enterprise.name} and row_id = ${id} and move in ('return', 'reject'))
    order by c.key, h.id`);
  return new Map(rows.map((row) => [row.name, row.value]));
}

/** Marked fields whose value is another one than when they were marked. */
export async function correctedFields(db: Queryable, row: Enterprise, names: readonly string[]): Promise<Set<string>> {
  const then = await valuesWhenReturned(db, row.id, names);
  const now = row as unknown as Readonly<Record<string, unknown>>;
  return new Set(
    names.filter((name) => {
      const one = fields[name];
      return one !== undefined && then.has(name) && !isUnchanged(one, then.get(name), now[name]);
    }),
  );
}

/** What was marked is corrected or explained, each mark by itself; what is explained is kept for who audits it. */
export async function answerMarks(
  { before, tx, values, fail }: EnterpriseChange,
  explanations: readonly Pair[],
): Promise<void> {
  const names = [...new Set((before.marks ?? []).map(({ key }) => key))];
  if (names.length === 0) return;
  const corrected = await correctedFields(tx, before, names);
  const explained = explanations.filter(({ key, value }) => names.includes(key) && value.trim() !== '');
  for (const name of names) {
    const said = explained.find(({ key }) => key === name)?.value.trim() ?? '';
    if (said !== '' && [...said].length < shortest) fail(name, say.shortAnswer, { min: shortest });
    else if (said === '' && !corrected.has(name)) fail(name, say.unanswered);
  }
  values.explanations = explained;
}
