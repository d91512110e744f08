import { messageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { text } from '#kernel/text/text.ts';

const name = { ...text('企业', 'Enterprise'), sample: '昆明某旅行社' };
const list = { ...text('名单', 'List'), sample: '轻微失信主体' };
const until = { ...text('截止日期', 'Until'), sample: '2026-12-14', needed: true } as const;

export const listingIntended = messageTemplate({
  code: 'credit_listing_intended',
  inbox: 'todo',
  label: text('拟列入信用名单', 'Listing intended'),
  text: text(
    '{name}拟被列入“{list}”，请在 {until} 前查看告知书，可陈述申辩。',
    '{name} is to be listed as “{list}”. Please read the notice; you may state your case until {until}.',
  ),
  places: { name, list, until },
});

export const listingDecided = messageTemplate({
  code: 'credit_listing_decided',
  inbox: 'system',
  label: text('信用名单已公布', 'Listing published'),
  text: text('{name}已被列入“{list}”，期限至 {until}。', '{name} has been listed as “{list}”, until {until}.'),
  places: { name, list, until },
});

export const listingDropped = messageTemplate({
  code: 'credit_listing_dropped',
  inbox: 'system',
  label: text('不予列入信用名单', 'Not listed'),
  text: text('{name}不列入“{list}”：{reason}', '{name} is not listed as “{list}”: {reason}'),
  places: { name, list, reason: { ...text('理由', 'Reason'), sample: '违法事实轻微并已改正' } },
});

export const listingEnded = messageTemplate({
  code: 'credit_listing_ended',
  inbox: 'system',
  label: text('移出信用名单', 'Taken off a credit list'),
  text: text('{name}已移出“{list}”，不再公布。', '{name} has been taken off “{list}” and is no longer published.'),
  places: { name, list },
});

export const repairDecided = messageTemplate({
  code: 'credit_repair_decided',
  inbox: 'system',
  label: text('信用修复决定', 'Decision on the repair'),
  text: text('信用修复申请 {no}：{result}。{opinion}', 'Credit repair {no}: {result}. {opinion}'),
  places: {
    no: { ...text('申请编号', 'Application number'), sample: 'XF202600001', needed: true },
    result: { ...text('结果', 'Result'), sample: '准予修复' },
    opinion: { ...text('审查意见', 'Findings'), sample: '失信行为已纠正' },
  },
});

export const objectionDecided = messageTemplate({
  code: 'credit_objection_decided',
  inbox: 'system',
  label: text('信用异议处理结果', 'Result of a credit objection'),
  text: text('对“{title}”的异议：{result}。{decision}', 'Your objection to “{title}”: {result}. {decision}'),
  places: {
    title: { ...text('事项', 'Event'), sample: '投诉 TS2026000012 认定有责' },
    result: { ...text('结果', 'Result'), sample: '异议成立' },
    decision: { ...text('处理意见', 'Findings'), sample: '经核实非该社责任' },
  },
});
