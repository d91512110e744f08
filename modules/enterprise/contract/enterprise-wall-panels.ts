import type { PanelResponseHead, WallFeed, WallPanel } from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { type Text, text } from '#kernel/text/text.ts';

export interface EnterpriseCountOfStatus {
  status: string;
  n: number;
}

export interface EnterpriseCountsPanel extends PanelResponseHead {
  demonstration: boolean;
  total: number;
  /** Registered since midnight in Asia/Shanghai. */
  today: number;
  by_status: EnterpriseCountOfStatus[];
  /** Most frequent type first. */
  by_type: { type: string; n: number; statuses: EnterpriseCountOfStatus[] }[];
  /** Divisions directly below the area, including those without enterprises; empty for a county. */
  by_area: EnterpriseCountOfArea[];
  /** `risk` is an empty string for enterprises not yet rated. */
  by_risk: { risk: string; n: number }[];
  /** New registrations of the last 12 months, oldest first, months without any included. */
  trend: { month: string; n: number }[];
}

export interface EnterpriseCountOfArea {
  code: string;
  name: string;
  /** Short name: 禄劝 for 禄劝彝族苗族自治县. */
  short_name: string;
  lng: number | null;
  lat: number | null;
  n: number;
  active: number;
  waiting: number;
}

/** Daily flows of the audit; each counts enterprises, not moves, so that a number equals the list behind it. */
export const reviewFlows = {
  submitted: text('提交', 'Submitted'),
  passed: text('通过', 'Approved'),
  returned: text('退回', 'Returned'),
} as const satisfies Record<string, Text>;
export type ReviewFlow = keyof typeof reviewFlows;

export interface RegistrationReviewPanel extends PanelResponseHead {
  waiting: number;
  /** Waiting enterprises past their deadline at `asof`. */
  overdue: number;
  /** Waiting enterprises whose deadline lies within a day of `asof`. */
  due_soon: number;
  stages: { status: string; n: number; overdue: number }[];
  /**
   * Working days from submission to decision in the range, as the limit of a review is counted; 0: on the same day. Median
   * and 90th percentile; null without decisions.
   */
  p50: number | null;
  p90: number | null;
  decided: number;
  days: ReviewFlowsOfDay[];
}

export type ReviewFlowsOfDay = { day: string } & Record<ReviewFlow, number>;

/** `screen.audit` for one day and flow: the enterprises behind the number, newest first. */
export interface EnterprisesBehindReviewFlow {
  ids: number[];
}

export interface NewestEnterprisesPanel extends PanelResponseHead {
  rows: NewestEnterprise[];
}

export interface NewestEnterprise {
  id: number;
  name: string;
  ent_type: string;
  status: string;
  area_code: string;
  area_name: string;
  lng: number | null;
  lat: number | null;
  createtime: number;
}

const register = text('企业库', 'Enterprise register');
const of = ['enterprise/enterprise'];

/** Feed of the tiles below: `GET /admin/screen.<name>/index`. */
export const enterpriseCountsFeed: WallFeed = { name: 'enterprise', source: register, every: 60, of };
const auditFeed: WallFeed = { name: 'audit', source: text('审核流水', 'Review history'), every: 60, of };
const newestFeed: WallFeed = { name: 'newest', source: register, every: 30, of, within: 150 };

/** Wall tiles about enterprises: counts and registration review. */
export const enterpriseWallPanels: readonly WallPanel[] = [
  { name: 'overview', label: text('市场主体', 'Enterprises'), size: 11, shows: enterpriseCountsFeed },
  { name: 'types', label: text('类型与状态', 'Types and status'), size: 7, shows: enterpriseCountsFeed },
  { name: 'areas', label: text('辖区分布', 'Distribution by area'), size: 6, shows: enterpriseCountsFeed },
  { name: 'audit', label: text('登记审核', 'Registration reviews'), size: 12, shows: auditFeed },
  { name: 'newest', label: text('最新登记', 'Latest registrations'), size: 12, shows: newestFeed },
];
