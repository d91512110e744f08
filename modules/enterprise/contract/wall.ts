import type { PanelHead, WallFeed, WallPanel } from '#kernel/module/wall-panel.ts';
import { type Text, text } from '#kernel/text/text.ts';

/** States in which a registration waits for an officer. */
export const waitingStates = ['submitted', 'first_review', 'final_review', 'change_pending'] as const;

/** Status groups of enterprises, as coloured on the map and in charts. */
export const statusGroups = {
  active: text('正常经营', 'In operation'),
  waiting: text('审核中', 'Under review'),
  overdue: text('审核超期', 'Review overdue'),
  attention: text('退回或停业', 'Returned or suspended'),
  ended: text('草稿或终止', 'Draft or closed'),
} as const satisfies Record<string, Text>;
export type StatusGroup = keyof typeof statusGroups;
export const statusGroupNames = Object.keys(statusGroups) as readonly StatusGroup[];

/** States in each status group; an overdue enterprise is a waiting one past its deadline. */
export const statesInGroup: Readonly<Record<Exclude<StatusGroup, 'overdue'>, readonly string[]>> = {
  active: ['active'],
  waiting: waitingStates,
  attention: ['returned', 'rejected', 'suspended'],
  ended: ['draft', 'cancelled', 'revoked'],
};

export interface StatusCount {
  status: string;
  n: number;
}

export interface EnterprisePanel extends PanelHead {
  demonstration: boolean;
  total: number;
  /** Registered since midnight in Asia/Shanghai. */
  today: number;
  by_status: StatusCount[];
  /** Most frequent type first. */
  by_type: { type: string; n: number; statuses: StatusCount[] }[];
  /** Divisions directly below the area, including those without enterprises; empty for a county. */
  by_area: AreaCount[];
  /** `risk` is an empty string for enterprises not yet rated. */
  by_risk: { risk: string; n: number }[];
  /** New registrations of the last 12 months, oldest first, months without any included. */
  trend: { month: string; n: number }[];
}

export interface AreaCount {
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
export const auditFlows = {
  submitted: text('提交', 'Submitted'),
  passed: text('通过', 'Approved'),
  returned: text('退回', 'Returned'),
} as const satisfies Record<string, Text>;
export type AuditFlow = keyof typeof auditFlows;

export interface AuditPanel extends PanelHead {
  waiting: number;
  /** Waiting enterprises past their deadline at `asof`. */
  overdue: number;
  /** Waiting enterprises whose deadline lies within a day of `asof`. */
  due_soon: number;
  stages: { status: string; n: number; overdue: number }[];
  /** Seconds from submission to decision in the range: median and 90th percentile; null without decisions. */
  p50: number | null;
  p90: number | null;
  decided: number;
  days: AuditDay[];
}

export type AuditDay = { day: string } & Record<AuditFlow, number>;

/** `screen.audit` for one day and flow: the enterprises behind the number, newest first. */
export interface RowsBehind {
  ids: number[];
}

export interface NewestPanel extends PanelHead {
  rows: NewestRow[];
}

export interface NewestRow {
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

export interface MapPanel extends PanelHead {
  layer: 'enterprise';
  /**
   * `feature`: GeoJSON points with names (below {@link mapLimits}.feature); `compact`: arrays without names;
   * `grid`: counted cells for the zoom asked for (above {@link mapLimits}.compact).
   */
  mode: 'feature' | 'compact' | 'grid';
  /** Enterprises with and without a position. */
  placed: number;
  unplaced: number;
  features: PointCollection | null;
  points: CompactPoint[] | null;
  cells: GridCell[] | null;
}

export interface PointCollection {
  type: 'FeatureCollection';
  features: {
    type: 'Feature';
    geometry: { type: 'Point'; coordinates: [number, number] };
    properties: { kind: 'enterprise'; id: number; level: StatusGroup; label: string };
  }[];
}

/** Key, WGS-84 position, index into {@link statusGroupNames}. */
export type CompactPoint = [id: number, lng: number, lat: number, statusGroup: number];

/** Mean position of a cell's rows, counts per {@link statusGroupNames}, and the cell. */
export type GridCell = [lng: number, lat: number, counts: number[], cell: string];

export const mapLimits = { feature: 2_000, compact: 50_000 } as const;

const register = text('企业库', 'Enterprise register');
const of = ['enterprise/enterprise'];

/** Feed of the tiles below: `GET /admin/screen.<name>/index`. */
export const enterpriseFeed: WallFeed = { name: 'enterprise', source: register, every: 60, of };
const mapFeed: WallFeed = { name: 'map', source: register, every: 60, of };
const auditFeed: WallFeed = { name: 'audit', source: text('审核流水', 'Review history'), every: 60, of };
const newestFeed: WallFeed = { name: 'newest', source: register, every: 30, of, within: 150 };

/** Wall tiles about enterprises: counts, map and registration review. */
export const enterprisePanels: readonly WallPanel[] = [
  { name: 'overview', label: text('市场主体', 'Enterprises'), size: 11, shows: enterpriseFeed },
  { name: 'types', label: text('类型与状态', 'Types and status'), size: 7, shows: enterpriseFeed },
  { name: 'areas', label: text('辖区分布', 'Distribution by area'), size: 6, shows: enterpriseFeed },
  { name: 'map', label: text('市场主体分布', 'Enterprise distribution'), size: 'map', shows: mapFeed },
  { name: 'audit', label: text('登记审核', 'Registration reviews'), size: 12, shows: auditFeed },
  { name: 'newest', label: text('最新登记', 'Latest registrations'), size: 12, shows: newestFeed },
];
