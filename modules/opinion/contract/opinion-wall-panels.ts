import type { RowCondition } from '#kernel/declaration/row-condition-and-move-guard.ts';
import type {
  PanelResponseHead,
  WallBoard,
  WallFeed,
  WallPanel,
} from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { text } from '#kernel/text/text.ts';
import { opinionAlert } from './opinion-alert.ts';
import { type OpinionLevel, openAlertStates } from './opinion-alert-verdicts-findings-and-levels.ts';
import { opinionItem } from './opinion-post.ts';

/** The wall board of public opinion. */
export const opinionWallBoard: WallBoard = { name: 'opinion', label: text('舆情', 'Public opinion') };

/** Days of the panel, today included, and of its hot words. */
export const opinionWallPanelDays = 7;
export const mostHotTerms = 50;

/** `screen.opinion` (domain reference, Appendix F): what was published about the area in the last seven days. */
export interface OpinionWallPanel extends PanelResponseHead {
  /** Posts of each day by sentiment. */
  trend: { d: string; pos: number; neu: number; neg: number }[];
  /** Words of the lexicon by the posts that contain them: the word, their number, and their mean score. */
  words: { id: number; w: string; n: number; s: number }[];
  /** Open alerts, the highest level first. */
  alerts: { id: number; level: OpinionLevel; title: string; age_min: number; status: string }[];
  /** Open alerts by level. */
  levels: { name: OpinionLevel; n: number }[];
}

export const openAlertConditions = [['status', 'IN', openAlertStates]] as const satisfies readonly RowCondition[];

export const opinionWallFeed: WallFeed = {
  name: 'opinion',
  source: text('舆情', 'Public opinion'),
  every: 60,
  of: [opinionItem.name, opinionAlert.name],
};

export const opinionWallPanels: readonly WallPanel[] = [
  {
    name: 'opinion',
    label: text('舆情监测', 'Public opinion'),
    size: 12,
    board: opinionWallBoard,
    shows: opinionWallFeed,
  },
  {
    name: 'opinion_hot_terms',
    label: text('热词', 'Hot words'),
    size: 12,
    board: opinionWallBoard,
    shows: opinionWallFeed,
  },
  {
    name: 'opinion_areas',
    label: text('各地舆情', 'Posts by area'),
    size: 12,
    board: opinionWallBoard,
    shows: { of: opinionItem.name, measure: 'opinion_items', by: 'area_code' },
  },
  {
    name: 'opinion_due',
    label: text('将到期的舆情预警', 'Alerts about to be due'),
    size: 12,
    board: opinionWallBoard,
    shows: { of: opinionAlert.name, rows: 'due', more: ['title'] },
  },
];
