import type { Condition } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import { type Text, text } from '#kernel/text/text.ts';

/** Whose turn it is. A column of the table follows from the state (migration `complaint_turn`). */
export const complaintTurns = {
  office: { ...text('本机构', 'This office'), tone: 'warning' },
  complainant: { ...text('投诉人', 'Complainant'), tone: 'progress' },
  respondent: { ...text('被投诉人', 'Respondent'), tone: 'progress' },
  other_office: { ...text('其他机构', 'Another office'), tone: 'neutral' },
  nobody: { ...text('已了结', 'Nobody'), tone: 'muted' },
} as const;

/** A queue of the clerk: the complaints that it lists. */
export interface ComplaintQueue {
  readonly label: Text;
  readonly conditions: readonly Condition[];
  /** Only those that one handles oneself. */
  readonly handledByMe?: true;
}

const isTurnOf = (turn: keyof typeof complaintTurns): Condition => ({ field: 'turn', operator: '=', value: turn });

/** The queues of a clerk, in the order of the keys that walk them. */
export const complaintQueues = {
  mine: { label: text('我承办的', 'Mine'), conditions: [isTurnOf('office')], handledByMe: true },
  office: { label: text('轮到本机构', 'Our turn'), conditions: [isTurnOf('office')] },
  complainant: { label: text('等投诉人', "Complainant's turn"), conditions: [isTurnOf('complainant')] },
  respondent: { label: text('等被投诉人', "Respondent's turn"), conditions: [isTurnOf('respondent')] },
  other_office: { label: text('等其他机构', 'Another office'), conditions: [isTurnOf('other_office')] },
  overdue: {
    label: text('逾期', 'Overdue'),
    conditions: [{ field: 'due_at', operator: 'RANGE', value: 'overdue' }],
  },
} as const satisfies Readonly<Record<string, ComplaintQueue>>;
export type ComplaintQueueName = keyof typeof complaintQueues;

/** Answer of `complaint.complaint/queues`: how many complaints each queue has. */
export type ComplaintQueueCounts = Readonly<Record<ComplaintQueueName, number>>;
