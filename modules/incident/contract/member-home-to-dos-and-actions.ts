import type { MemberHomeAction, MemberHomeLine } from '#kernel/module/member-home-page-declaration.ts';
import { text } from '#kernel/text/text.ts';
import { incident } from './incident.ts';
import { incidentInstruction } from './incident-instruction.ts';
import { incidentReportScreen } from './incident-report-screen-and-fields.ts';

/** Open tasks of an operator about incidents. */
export const incidentToDoLines: readonly MemberHomeLine[] = [
  {
    of: incident.name,
    label: text('待报告的安全事件', 'Incidents to report on'),
    tone: 'bad',
    where: [
      ['status', 'IN', ['reported', 'verified', 'responding']],
      ['operator_reported_at', 'NULL'],
    ],
  },
  {
    of: incidentInstruction.name,
    label: text('待签收的处置指令', 'Instructions to acknowledge'),
    tone: 'bad',
    where: [['status', '=', 'issued']],
  },
];

export const reportIncidentActionOnMemberHome: readonly MemberHomeAction[] = [
  { of: incident.name, label: incidentReportScreen.label, to: incidentReportScreen.name, rare: true },
];
