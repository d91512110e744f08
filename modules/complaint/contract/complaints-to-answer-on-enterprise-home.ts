import type { MemberHomeLine } from '#kernel/module/member-home-page-declaration.ts';
import { text } from '#kernel/text/text.ts';
import { complaint } from './complaint.ts';

/** Open tasks of an enterprise about complaints. */
export const complaintToDoLines: readonly MemberHomeLine[] = [
  {
    of: complaint.name,
    label: text('逾期未答复的投诉', 'Complaints not answered in time'),
    tone: 'bad',
    where: [['status', '=', 'no_answer']],
  },
  {
    of: complaint.name,
    label: text('待答复的投诉', 'Complaints to answer'),
    tone: 'warning',
    where: [['status', '=', 'notified']],
  },
  {
    of: complaint.name,
    label: text('待履行的调解协议', 'Agreements to fulfil'),
    tone: 'progress',
    where: [['status', '=', 'agreed']],
  },
];
