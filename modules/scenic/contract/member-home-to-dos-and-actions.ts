import type { MemberHomeAction, MemberHomeLine } from '#kernel/module/member-home-page-declaration.ts';
import { text } from '#kernel/text/text.ts';
import { warning } from './crowd-warning.ts';
import { manualVisitorCount } from './manually-entered-or-corrected-visitor-count.ts';

/** Open tasks of the people of a spot. */
export const scenicToDoLines: readonly MemberHomeLine[] = [
  {
    of: warning.name,
    label: text('待确认的承载量预警', 'Capacity warnings to confirm'),
    tone: 'bad',
    where: [['status', '=', 'raised']],
  },
  {
    of: warning.name,
    label: text('待报告的承载量预警', 'Capacity warnings to report on'),
    tone: 'warning',
    where: [
      ['status', '=', 'cleared'],
      ['account', 'NULL'],
    ],
  },
];

export const scenicActionsOnMemberHome: readonly MemberHomeAction[] = [
  { of: manualVisitorCount.name, label: text('填报客流', 'Enter a count') },
];
