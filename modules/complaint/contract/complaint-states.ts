import { text } from '#kernel/text/text.ts';

/** The states of a complaint, as everybody reads them. */
export const complaintStates = {
  registered: text('待受理', 'To be decided on'),
  need_material: text('待补正', 'Material requested'),
  accepted: text('已受理', 'Accepted'),
  rejected: text('不予受理', 'Not accepted'),
  transferred: text('已转办', 'Transferred'),
  merged: text('已并案', 'Merged'),
  notified: text('待答复', 'Awaiting the answer'),
  answered: text('已答复', 'Answered'),
  no_answer: text('逾期未答复', 'Not answered in time'),
  investigating: text('调查中', 'Under investigation'),
  mediating: text('调解中', 'In mediation'),
  agreed: text('待履行', 'Agreed, to be fulfilled'),
  terminated: text('终止调解', 'Mediation terminated'),
  withdrawn: text('已撤回', 'Withdrawn'),
  reconciled: text('自行和解', 'Settled between the parties'),
  fulfilled: text('已履行', 'Fulfilled'),
  closed: text('已办结', 'Closed'),
  revisited: text('已回访', 'Closed, complainant called'),
  archived: text('已归档', 'Archived'),
} as const;
export type ComplaintState = keyof typeof complaintStates;

/** States from acceptance until the parties settled or parted. */
export const undecidedStates = [
  'accepted',
  'notified',
  'answered',
  'no_answer',
  'investigating',
  'mediating',
] as const satisfies readonly ComplaintState[];

/** States in which the office, or a party, still has something to do. */
export const openStates = [
  'registered',
  'need_material',
  ...undecidedStates,
  'agreed',
] as const satisfies readonly ComplaintState[];

/** States in which a referring office is notified of the result. */
export const complaintStatesReportedToReferringOffice = [
  'rejected',
  'transferred',
  'merged',
  'closed',
  'revisited',
  'archived',
] as const satisfies readonly ComplaintState[];
