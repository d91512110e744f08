import type { PanelHead, WallBoard, WallFeed, WallPanel } from '#kernel/module/wall-panel.ts';
import { text } from '#kernel/text/text.ts';
import { complaint } from './complaint.ts';
import type { ComplaintState } from './complaint-states.ts';

/** The wall board of complaints. */
export const complaintBoard: WallBoard = { name: 'complaint', label: text('投诉', 'Complaints') };

/** `screen.complaint` (domain reference, Appendix F): complaints in the area as of `asof`. */
export interface ComplaintPanel extends PanelHead {
  today: number;
  month: number;
  pending: number;
  /** Shares from 0 to 1. */
  accept_on_time: number;
  settle_rate: number;
  /** Mean days from acceptance to settlement. */
  avg_days: number;
  categories: { name: string; n: number }[];
  /** The newest, without the names of complainants in full. */
  latest: {
    id: number;
    no: string;
    category: string;
    status: ComplaintState;
    createtime: number;
    due_at: number | null;
  }[];
}

export const complaintFeed: WallFeed = {
  name: 'complaint',
  source: text('投诉', 'Complaints'),
  every: 30,
  of: [complaint.name],
};

export const complaintPanels: readonly WallPanel[] = [
  { name: 'complaint', label: text('投诉案件', 'Complaints'), size: 9, board: complaintBoard, shows: complaintFeed },
  {
    name: 'complaint_categories',
    label: text('投诉类别', 'Complaints by category'),
    size: 12,
    board: complaintBoard,
    shows: { of: complaint.name, measure: 'complaints', by: 'category' },
  },
  {
    name: 'complaint_due',
    label: text('将到期的投诉', 'Complaints about to be due'),
    size: 12,
    board: complaintBoard,
    shows: { of: complaint.name, rows: 'due', more: ['respondent_name'] },
  },
];
