// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { whoActsNextText } from './text-of-who-acts-next-on-record.ts';

const sample = resource({
  name: 'sample/sample',
  label: text('样', 'Sample'),
  title: 'name',
  scope: 'all',
  fields: { name: field.text(text('名', 'Name')), kind: field.text(text('类', 'Kind')) },
  life: lifecycle({
    initial: 'draft',
    states: {
      draft: { ...text('草稿', 'Draft'), tone: 'muted' },
      handed: { ...text('待审', 'Handed in'), tone: 'progress' },
      weighed: { ...text('待批', 'Weighed'), tone: 'progress' },
      written: { ...text('已起草', 'Drafted'), tone: 'progress' },
      shown: { ...text('公示中', 'Shown'), tone: 'progress' },
      listed: { ...text('公布中', 'Listed'), tone: 'warning' },
      returned: { ...text('已退回', 'Returned'), tone: 'warning' },
      reviewed: { ...text('待复核', 'Under review'), tone: 'progress', awaited: text('复核', 'Review') },
      ended: { ...text('已结束', 'Ended'), tone: 'muted', final: true },
    },
    moves: {
      submit: {
        from: ['draft', 'returned'],
        to: 'handed',
        by: ['admin', 'member'],
        ownersAct: true,
        label: text('提交审核', 'Submit'),
      },
      note: { from: ['returned'], label: text('备注', 'Note') },
      passSpecial: {
        from: ['weighed'],
        to: 'ended',
        label: text('特批', 'Pass specially'),
        when: [{ if: [['kind', '=', 'special']], else: text('不是专项', 'Not special') }],
      },
      pass: { from: ['handed', 'weighed'], to: 'ended', label: text('通过', 'Pass') },
      uphold: { from: ['reviewed'], to: 'ended', label: text('复核通过', 'Uphold') },
      refuse: { from: ['reviewed'], to: 'ended', label: text('复核不通过', 'Refuse'), tone: 'danger' },
      expire: { from: ['shown', 'written', 'listed'], to: 'ended', by: [], label: text('期满', 'Expire') },
      remove: { from: ['listed'], to: 'ended', label: text('移出', 'Remove'), tone: 'danger' },
      approve: {
        from: ['written'],
        to: 'ended',
        label: text('批准', 'Approve'),
        byAnother: { else: text('起草人不能批准', 'Whoever drafted it cannot approve it') },
      },
    },
  }),
});
const stepText = (status: string) => whoActsNextText(sample, { id: 1, status });

test('what was sent back waits for whoever handed it in, not for “someone entitled”', () => {
  expect(stepText('returned')).toBe('等待申请人更正：提交审核');
  expect(stepText('draft')).toBe('等待企业办理：提交审核');
  expect(stepText('handed')).toBe('需由有权限的人员办理：通过');
  expect(stepText('ended')).toBe('已是最终状态，不再变化。');
});

test('what only the platform does waits for nobody, and is not named beside what people do', () => {
  expect(stepText('shown')).toBe('由系统自动办理：期满');
  expect(stepText('written')).not.toContain('期满');
});

test('an enterprise does not wait for officers to end what stands', () => {
  const before = window.location.pathname;
  window.history.replaceState(null, '', '/user/sample/sample/1');
  expect([stepText('listed'), stepText('handed')]).toEqual(['', '等待主管部门办理：通过']);
  window.history.replaceState(null, '', before);
});

test('what is awaited is the work, and not its result', () => {
  expect(stepText('reviewed')).toBe('需由有权限的人员办理：复核');
  const before = window.location.pathname;
  window.history.replaceState(null, '', '/user/sample/sample/1');
  expect(stepText('reviewed')).toBe('等待主管部门办理：复核');
  window.history.replaceState(null, '', before);
});

test('what another officer must do says why its author cannot', () => {
  expect(stepText('written')).toBe('需由有权限的人员办理：批准。起草人不能批准');
});

test('a move for rows of another kind is not the next step', () => {
  const step = (kind: string) => whoActsNextText(sample, { id: 1, status: 'weighed', kind });
  expect(step('ordinary')).toBe('需由有权限的人员办理：通过');
  expect(step('special')).toBe('需由有权限的人员办理：特批、通过');
});
