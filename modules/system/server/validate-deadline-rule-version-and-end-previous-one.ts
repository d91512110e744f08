import { text } from '#kernel/text/text.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import { Refused } from '#server/refusal.ts';
import type { ChangeContext, WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { type DeadlineRule, deadlineRule } from '../contract/deadline-rule.ts';

const texts = {
  order: text('失效日期不能早于施行日期', 'Must not be before the effective date'),
  twice: text('这一天已有一个版本施行', 'Another version takes effect on this day'),
  overlap: text('与自 {from} 起施行的版本重叠', 'Overlaps with the version in force from {from}'),
  before: text('须晚于前一版本的施行日期 {from}', "Must be later than the previous version's effective date {from}"),
  inForce: text('已施行的规则不能修改，请制定新版本', 'A rule in force cannot be edited. Make a new version'),
  undeletable: text(
    '已施行的规则不能删除：办理中的期限以它为依据，请填写失效日期或制定新版本',
    'A rule that has been in force cannot be deleted because running deadlines rely on it. Enter an expiry date or make a new version',
  ),
};

interface Version {
  id: number;
  valid_from: string;
  valid_to: string | null;
}

type Context = WriteContext<typeof deadlineRule>;

/** Fields that determine a deadline: fixed once a version is in force. */
const settled = ['unit', 'amount', 'roll', 'start_next_day', 'article', 'valid_from'] as const;

const isInForce = ({ valid_from }: Pick<DeadlineRule, 'valid_from'>): boolean => valid_from <= shanghaiToday();

/**
 * The versions of a rule have periods that do not overlap. A new version ends the one before it on the previous day.
 */
export const deadlineRuleWriteHooks: WriteHooks<typeof deadlineRule> = {
  async add(context) {
    await placeVersion(context, String(context.values.code ?? ''), 0);
    reloadReference(context);
  },
  async edit(context) {
    const { before, values } = context;
    if (isInForce(before)) {
      for (const name of settled) {
        if (values[name] !== undefined && String(values[name]) !== String(before[name]))
          context.fail(name, texts.inForce);
      }
    }
    const changes = (name: 'valid_from' | 'valid_to') => values[name] !== undefined && values[name] !== before[name];
    if (changes('valid_from') || changes('valid_to')) await placeVersion(context, before.code, before.id);
    reloadReference(context);
  },
  async del(context) {
    const { before, cascadeChange } = context;
    if (isInForce(before)) throw new Refused(texts.undeletable, { data: { reason: 'referenced' } });
    const versions = await versionsOf(context, before.code);
    const previous = versions.findLast((one) => one.valid_from < before.valid_from);
    // the version it would have ended continues until the end of the removed one
    if (previous?.valid_to === addDays(before.valid_from, -1))
      await cascadeChange(deadlineRule, sql`t.id = ${previous.id}`, { valid_to: before.valid_to });
    reloadReference(context);
  },
};

/** Locks the versions of a rule, so that concurrent additions are serialised. */
async function versionsOf({ tx }: Pick<Context, 'tx'>, code: string): Promise<Version[]> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`time rule ${code}`}))`);
  return tx.rows<Version>(
    sql`select id, valid_from, valid_to from system_time_rule where code = ${code} order by valid_from`,
  );
}

/** Places a version between the previous and the next one: it ends the previous one, and ends before the next one. */
async function placeVersion(context: Context, code: string, id: number): Promise<void> {
  const { values, before, cascadeChange } = context;
  const from = String(values.valid_from ?? before?.valid_from ?? '');
  const to = values.valid_to === undefined ? (before?.valid_to ?? null) : values.valid_to;
  if (from === '') return; // a required field: the error is already reported
  if (to !== null && to < from) {
    context.fail('valid_to', texts.order);
    return;
  }
  const others = (await versionsOf(context, code)).filter((one) => one.id !== id);
  const was = before?.valid_from ?? from;
  if (others.some((one) => one.valid_from === from)) context.fail('valid_from', texts.twice);
  // a version can move within its gap, but not past another version
  const passed = others.find((one) => one.valid_from < was !== one.valid_from < from);
  if (passed) context.fail('valid_from', texts.before, { from: passed.valid_from });
  const next = others.find((one) => one.valid_from > from);
  if (next && to === null) values.valid_to = addDays(next.valid_from, -1);
  else if (next && to !== null && to >= next.valid_from)
    context.fail('valid_to', texts.overlap, { from: next.valid_from });
  const previous = others.findLast((one) => one.valid_from < from);
  const follows =
    previous && (previous.valid_to === null || previous.valid_to >= from || previous.valid_to === addDays(was, -1));
  if (previous && follows && previous.valid_to !== addDays(from, -1))
    await cascadeChange(deadlineRule, sql`t.id = ${previous.id}`, { valid_to: addDays(from, -1) });
}

const reloadReference = ({ engine, afterCommit }: Context | ChangeContext<typeof deadlineRule>): void =>
  afterCommit(() => engine.reference.reload());
