import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/** Highest amount of a change and of a balance, in cents; above the range of the contract's column. */
export const maxBalanceInCents = 99_999_999_999;

/** A change of a member's balance and its reason: added, never altered (wire contract §2.7 user.moneyLog). */
export const moneyLog = resource({
  name: 'user/moneyLog',
  label: text('余额变动', 'Balance changes'),
  empty: text('余额还没有变动', 'No balance changes yet'),
  icon: 'table',
  title: 'memo',
  scope: 'all',
  nulls: false,
  actions: ['index', 'add', 'export'],
  listed: ['createtime', 'user_id', 'money', 'before', 'after', 'memo'],
  fields: {
    user_id: field.reference(text('会员', 'Member'), { to: 'user/user', required: true, search: true }),
    money: field.money(text('变动金额（元）', 'Change (CNY)'), {
      required: true,
      min: -maxBalanceInCents,
      hint: text('增加填正数，扣减填负数', 'Positive to add, negative to deduct'),
      quantity: true,
    }),
    before: field.money(text('变动前（元）', 'Before (CNY)'), { write: 'server' }),
    after: field.money(text('变动后（元）', 'After (CNY)'), { write: 'server' }),
    memo: field.text(text('变更备注', 'Remarks'), { required: true, max: 255, search: true }),
  },
});
export interface MoneyLog extends Row<typeof moneyLog> {}
