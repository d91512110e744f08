import { text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { expertConflict } from '../../contract/expert/expert-conflict.ts';
import type { expertEngagement } from '../../contract/expert/expert-engagement.ts';

const texts = {
  nobody: text('请填写企业或个人', 'Name an enterprise or a person'),
  future: text('不能晚于今天', 'This day is in the future'),
  paidBefore: text('支付日期不得早于使用日期', 'The payment cannot be earlier than the engagement'),
};

function checkConflict({ values, before, fail }: WriteContext<typeof expertConflict>): void {
  const after = { ...before, ...values };
  if (!after.enterprise_id && !after.person) fail('enterprise_id', texts.nobody);
}

function checkService({ values, before, fail }: WriteContext<typeof expertEngagement>): void {
  const { served_on, paid_on } = { ...before, ...values };
  if (served_on && served_on > shanghaiToday()) fail('served_on', texts.future);
  if (served_on && paid_on && paid_on < served_on) fail('paid_on', texts.paidBefore);
}

/** Hooks of the conflicts of experts: each names somebody. */
export const expertConflictWriteHooks: WriteHooks<typeof expertConflict> = { add: checkConflict, edit: checkConflict };

/** Hooks of engagements: days are in order. */
export const expertEngagementWriteHooks: WriteHooks<typeof expertEngagement> = {
  add: checkService,
  edit: checkService,
};
