import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/** Highest score, and the largest change. */
export const maxMemberPoints = 2_000_000_000;

/** A change of a member's points and its reason: added, never altered (wire contract §2.7 user.scoreLog). */
export const scoreLog = resource({
  name: 'user/scoreLog',
  label: text('积分变动', 'Points changes'),
  empty: text('积分还没有变动', 'No points changes yet'),
  icon: 'bar-chart',
  title: 'memo',
  scope: 'all',
  nulls: false,
  actions: ['index', 'add', 'export'],
  listed: ['createtime', 'user_id', 'score', 'before', 'after', 'memo'],
  fields: {
    user_id: field.reference(text('会员', 'Member'), { to: 'user/user', required: true, search: true }),
    score: field.integer(text('变动积分', 'Points'), {
      required: true,
      min: -maxMemberPoints,
      max: maxMemberPoints,
      hint: text('增加填正数，扣减填负数', 'Positive to add, negative to deduct'),
      quantity: true,
    }),
    before: field.integer(text('变动前', 'Before'), { write: 'server' }),
    after: field.integer(text('变动后', 'After'), { write: 'server' }),
    memo: field.text(text('变更备注', 'Remarks'), { required: true, max: 255, search: true }),
  },
});
export interface ScoreLog extends Row<typeof scoreLog> {}
