import type { Guard } from '#kernel/declaration/row-condition-and-move-guard.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { text } from '#kernel/text/text.ts';

const reason = field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 });

const fair: Guard = {
  if: [['price_check', '<>', 'low']],
  else: text(
    '价格低于诚信旅游指导价 30% 以上，请填写理由后“通过低价产品”',
    'The price is 30% or more below the guidance price. Use “Approve low price” and give a reason',
  ),
};
const low: Guard = {
  if: [['price_check', '=', 'low']],
  else: text('价格未低于指导价 30%，直接通过即可', 'The price is not 30% below the guidance price: use “Approve”'),
  quiet: true,
};
const alone: Guard = {
  if: [['next_id', 'NULL']],
  else: text('新版本已在编制', 'A newer version is being prepared'),
};

const followed: Guard = {
  if: [['next_id', 'NOT NULL']],
  else: text('没有新版本', 'There is no newer version'),
  quiet: true,
};

const bothSides = ['admin', 'member'] as const;

/** From draft through review to sale; what is on sale is changed by a new version (domain reference §2.C). */
export const productLifecycle = lifecycle({
  initial: 'draft',
  states: {
    draft: {
      ...text('草稿', 'Draft'),
      tone: 'muted',
      ownersOnly: true,
      editable: { member: { except: ['agency_id'] } },
    },
    submitted: {
      ...text('待审核', 'Submitted'),
      awaited: text('审核', 'Review'),
      tone: 'progress',
      officeLevel: 3,
      editable: false,
    },
    rejected: { ...text('未通过', 'Rejected'), tone: 'bad', editable: { member: { except: ['agency_id'] } } },
    approved: { ...text('已通过', 'Approved'), tone: 'good', editable: false },
    // only prices and places are kept up to date, never below the reviewed price
    on_sale: { ...text('在售', 'On sale'), tone: 'good', editable: ['prices'] },
    off_sale: { ...text('已下架', 'Off sale'), tone: 'muted', editable: ['prices'] },
    suspended: { ...text('已暂停销售', 'Suspended'), tone: 'bad', editable: false },
    superseded: { ...text('已被新版本取代', 'Superseded'), tone: 'muted', editable: false, final: true },
  },
  moves: {
    submit: {
      from: ['draft', 'rejected'],
      to: 'submitted',
      by: bothSides,
      ownersAct: true,
      label: text('提交审核', 'Submit'),
      tone: 'primary',
      stamps: ['submitted_at'],
      screens: true,
      emits: 'submitted',
    },
    withdraw: {
      from: ['submitted'],
      to: 'draft',
      by: ['member'],
      label: text('撤回', 'Withdraw'),
    },
    approve: {
      from: ['submitted'],
      to: 'approved',
      label: text('通过', 'Approve'),
      tone: 'primary',
      batch: true,
      when: [fair],
      emits: 'approved',
    },
    approveLow: {
      from: ['submitted'],
      to: 'approved',
      label: text('通过低价产品', 'Approve low price'),
      when: [low],
      emits: 'approved',
      input: { reason },
      effect: text(
        '价格低于诚信旅游指导价 30% 以上，请核实成本后说明通过的理由。',
        'The price is 30% or more below the guidance price. Verify the costs and give your reason for approving.',
      ),
    },
    reject: {
      from: ['submitted'],
      to: 'rejected',
      label: text('不通过', 'Reject'),
      tone: 'danger',
      emits: 'rejected',
      input: { reason },
    },
    sell: {
      from: ['approved', 'off_sale'],
      to: 'on_sale',
      by: bothSides,
      ownersAct: true,
      label: text('上架', 'Put on sale'),
      tone: 'primary',
      emits: 'on_sale',
      effect: text(
        '若为新版本，原版本同时下架。',
        'If this is a new version, the previous one is taken off sale at once.',
      ),
    },
    takeOff: {
      from: ['on_sale'],
      to: 'off_sale',
      by: bothSides,
      ownersAct: true,
      label: text('下架', 'Take off sale'),
      emits: 'off_sale',
    },
    revise: {
      from: ['approved', 'on_sale', 'off_sale', 'suspended'],
      by: bothSides,
      ownersAct: true,
      label: text('编制新版本', 'Prepare new version'),
      when: [alone],
      emits: 'revised',
      effect: text(
        '复制为下一版本的草稿，送审通过并上架后取代本版本；在此之前本版本不变。',
        'Copies this version into a draft of the next one, which replaces it once reviewed and put on sale. Until then this version stays unchanged.',
      ),
    },
    supersede: {
      from: ['approved', 'off_sale', 'suspended'],
      to: 'superseded',
      by: bothSides,
      ownersAct: true,
      label: text('由新版本取代', 'Replace by new version'),
      when: [followed],
      emits: 'superseded',
      effect: text(
        '本版本不再上架；新版本上架时也会自动取代。',
        'This version cannot go on sale again. It is also replaced automatically when the new version goes on sale.',
      ),
    },
    replace: {
      from: ['approved', 'on_sale', 'off_sale', 'suspended'],
      to: 'superseded',
      by: [],
      label: text('由新版本取代', 'Replaced by new version'),
      emits: 'superseded',
    },
    suspend: {
      from: ['on_sale'],
      to: 'suspended',
      label: text('暂停销售', 'Suspend'),
      tone: 'danger',
      emits: 'suspended',
      input: { reason },
    },
    resume: {
      from: ['suspended'],
      to: 'on_sale',
      label: text('恢复销售', 'Resume sale'),
      tone: 'primary',
      emits: 'resumed',
    },
  },
});
