import { text } from '#kernel/text/text.ts';

export const complainantActionTexts = {
  supplement: {
    open: text('补充材料', 'Supply material'),
    send: text('提交材料', 'Send'),
    supplement: text('说明', 'What you supply'),
  },
  answerInvitation: {
    open: text('答复调解邀请', 'Answer the invitation'),
    send: text('提交答复', 'Send the answer'),
    session_answer: text('是否参加', 'Do you take part?'),
    session_remark: text('说明（选填，只有处理机构看得到）', 'Remark (optional, for the office only)'),
  },
  fulfil: {
    open: text('确认已履行', 'Confirm fulfilment'),
    send: text('确认', 'Confirm'),
    paid_amount: text('实际收到（元）', 'Amount received (CNY)'),
    fulfilled_on: text('收到日期', 'Received on'),
  },
  denyFulfilment: {
    open: text('对方没有履行', 'It was not fulfilled'),
    send: text('告知处理机构', 'Tell the office'),
    reason: text('什么没有履行', 'What was not fulfilled?'),
  },
  withdraw: {
    open: text('撤回投诉', 'Withdraw the complaint'),
    send: text('撤回', 'Withdraw'),
    reason: text('撤回的理由', 'Why do you withdraw it?'),
    confirm: text('我确认撤回，处理机构将不再处理', 'I withdraw it: the office will not handle it any further'),
  },
  reopen: {
    open: text('有新的事实，申请重新处理', 'There are new facts: reopen'),
    send: text('申请重新处理', 'Reopen'),
    new_facts: text('新的事实或证据', 'New facts or evidence'),
    once: text('办结后三十日内可申请一次', 'Once, within thirty days of the end'),
  },
} as const;
