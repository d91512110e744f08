import { type Text, text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { memberAccount } from '../contract/member-account.ts';
import { maxBalanceInCents, type moneyLog } from '../contract/member-balance-change-log.ts';
import { maxMemberPoints, type scoreLog } from '../contract/member-points-change-log.ts';
import { isAdministeredBy, outsideJurisdiction } from './refuse-member-account-changes-outside-jurisdiction.ts';

const texts = {
  nothing: text('不能为 0', 'Cannot be 0'),
  tooLittle: text('余额不足，现有 {now} 元', 'Insufficient balance; available: CNY {now}'),
  tooLittleScore: text('积分不足，现有 {now}', 'Insufficient points; available: {now}'),
  tooMuch: text('超出上限：余额最高 {most}，现有 {now}', 'Exceeds the limit: the balance is at most {most}, now {now}'),
};

interface Change {
  readonly column: 'money' | 'score';
  /** Key of the member. */
  readonly id: number;
  /** Amount added, in the unit of the column: cents or points. */
  readonly by: number;
  /** Highest resulting balance. */
  readonly most: number;
  readonly tooLittle: Text;
}

/**
 * Changes a balance together with its log, in one transaction. One statement both checks the limits and updates; it
 * locks the member's row until the log is stored, so the balances before and after in the log are correct under
 * concurrency.
 */
async function changeBalance(
  context: Pick<WriteContext, 'engine' | 'caller' | 'fail' | 'compute' | 'cascadeChange' | 'tx'>,
  { column, id, by, most, tooLittle }: Change,
): Promise<void> {
  const { engine, caller, fail, compute, cascadeChange, tx } = context;
  if (!(await isAdministeredBy(engine, tx, caller, id))) return fail('user_id', outsideJurisdiction);
  if (by === 0) return fail(column, texts.nothing);
  const held = sql.id('t', column);
  const sum = sql`${held} + ${by}::bigint`;
  const set = column === 'money' ? { money: sum } : { score: sum };
  const changed = await cascadeChange(memberAccount, sql`t.id = ${id} and ${sum} between 0 and ${most}::bigint`, set);
  const row = await tx.row<{ now: number }>(sql`select ${held} as now from member t where t.id = ${id}`);
  const after = row?.now ?? 0;
  if (changed.length === 0) {
    const amount = (units: number) => (column === 'money' ? (units / 100).toFixed(2) : String(units));
    return fail(column, by < 0 ? tooLittle : texts.tooMuch, { now: amount(after), most: amount(most) });
  }
  compute('before', sql`${after - by}::bigint`);
  compute('after', sql`${after}::bigint`);
}

export const moneyLogWriteHooks: WriteHooks<typeof moneyLog> = {
  add: (context) =>
    changeBalance(context, {
      column: 'money',
      id: Number(context.values.user_id),
      most: maxBalanceInCents,
      tooLittle: texts.tooLittle,
      by: Math.round(Number(context.values.money) * 100),
    }),
};

export const scoreLogWriteHooks: WriteHooks<typeof scoreLog> = {
  add: (context) =>
    changeBalance(context, {
      column: 'score',
      id: Number(context.values.user_id),
      most: maxMemberPoints,
      tooLittle: texts.tooLittleScore,
      by: Number(context.values.score),
    }),
};
