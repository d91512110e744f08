import { inDays, type RowCondition } from '#kernel/declaration/row-condition-and-move-guard.ts';
import type { MapLayer } from '#kernel/module/wall-map-layer.ts';
import type {
  PanelResponseHead,
  WallBoard,
  WallFeed,
  WallPanel,
} from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { text } from '#kernel/text/text.ts';
import { complaint } from './complaint.ts';
import { type ComplaintState, openStates } from './complaint-states.ts';

/** The wall board of complaints. */
export const complaintWallBoard: WallBoard = { name: 'complaint', label: text('投诉', 'Complaints') };

/** `screen.complaint` (domain reference, Appendix F): complaints in the area as of `asof`. */
export interface ComplaintWallPanel extends PanelResponseHead {
  today: number;
  month: number;
  pending: number;
  /** Shares from 0 to 1. */
  accept_on_time: number;
  settle_rate: number;
  /** Mean days from acceptance to settlement. */
  avg_days: number;
  /** What the shares and the mean are of: decisions on acceptance, those made late, ends, and ends by settlement. */
  decided: number;
  decided_late: number;
  ended: number;
  settled: number;
  categories: { name: string; n: number }[];
  /** The newest, without the names of complainants in full. */
  latest: {
    id: number;
    no: string;
    category: string;
    /** Name of the division of the handling office. */
    area: string;
    masked_name: string;
    at: number;
    status: ComplaintState;
    due_at: number | null;
    overdue: boolean;
  }[];
}

/** Conditions of the counts, for the feed and for the lists that they open. */
export const complaintWallConditions = {
  pending: [['status', 'IN', openStates]],
  decided: [['acceptance', 'NOT NULL']],
  decided_late: [['acceptance', '=', 'late']],
  ended: [['outcome', 'NOT NULL']],
  settled: [['outcome', 'IN', ['agreed', 'reconciled']]],
} as const satisfies Readonly<Record<string, readonly RowCondition[]>>;

export const complaintWallFeed: WallFeed = {
  name: 'complaint',
  source: text('投诉', 'Complaints'),
  every: 30,
  of: [complaint.name],
};

export const complaintWallPanels: readonly WallPanel[] = [
  {
    name: 'complaint',
    label: text('投诉案件', 'Complaints'),
    size: 9,
    board: complaintWallBoard,
    shows: complaintWallFeed,
  },
  {
    name: 'complaint_latest',
    label: text('最新投诉', 'Latest complaints'),
    size: 15,
    board: complaintWallBoard,
    shows: complaintWallFeed,
  },
  {
    name: 'complaint_categories',
    label: text('投诉类别', 'Complaints by category'),
    size: 12,
    board: complaintWallBoard,
    shows: { of: complaint.name, measure: 'complaints', by: 'category' },
  },
  {
    name: 'complaint_due',
    label: text('将到期的投诉', 'Complaints about to be due'),
    size: 12,
    board: complaintWallBoard,
    shows: { of: complaint.name, rows: 'due', more: ['respondent_name'] },
  },
];

/** Days of the heat map of complaints, today included. */
export const complaintHeatDays = 30;

/**
 * Where the events were that people complained of: a heat map of the last thirty days. A complaint without a place is
 * at the centre of the division of its event.
 */
export const complaintMapLayer: MapLayer = {
  name: 'complaint',
  label: text('近 30 天投诉', 'Complaints (30 d)'),
  mark: text('诉', 'C'),
  of: complaint.name,
  unit: text('件', '{n|complaint|complaints}'),
  levels: {
    open: { ...text('办理中', 'Being handled'), tone: 'progress' },
    ended: { ...text('已办结', 'Ended'), tone: 'muted' },
  },
  drawnAs: 'heat',
  where: [['filed_on', '>=', inDays(1 - complaintHeatDays)]],
};
