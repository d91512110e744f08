import type { MapLayer } from '#kernel/module/wall-map-layer.ts';
import type {
  PanelResponseHead,
  WallBoard,
  WallFeed,
  WallPanel,
} from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { text } from '#kernel/text/text.ts';
import { check } from '../check/enforcement-check.ts';
import type { CheckResult } from '../check/enforcement-check-source-result-and-flag-options.ts';
import { checkOfficer } from '../check/officers-answers-and-signatures-of-check.ts';
import { plan } from '../plan/inspection-plan.ts';

/** The wall board of checks. */
export const enforcementCheckWallBoard: WallBoard = { name: 'check', label: text('执法检查', 'Enforcement') };

/** The rows behind a figure of another module, which contributes them with the figure. */
export interface ContributedRows {
  of: string;
  /** At most 1,000. */
  ids: number[];
}

/** `screen.check` (domain reference, Appendix F): checks in the area as of `asof`. */
export interface CheckPanel extends PanelResponseHead {
  /** Plans in progress with the checks for them: those made, and all. */
  plan: { id: number; name: string; done: number; total: number }[];
  month: {
    /** Visits that began this month, and checks reviewed this month that found problems. */
    checks: number;
    problems: number;
    /** Orders to correct that fall due this month, and those of them that were complied with in time. */
    reforms_due: number;
    reforms_on_time: number;
  };
  /** Reviewed checks by result, most frequent first. */
  results: { code: CheckResult; n: number }[];
  /** The rows of the figures of `month` that another module contributes, by their names. */
  rows?: Partial<Record<'reforms_due' | 'reforms_on_time', ContributedRows>>;
}

/** States in which officers are with the enterprise, and the one in which the record waits for its review. */
export const checkStagesOnSite = ['on_site', 'recording'] as const;
export const runningStages = [...checkStagesOnSite, 'submitted'] as const;
export type RunningStage = (typeof runningStages)[number];

/** Stages of a penalty case that are known here: the matter was referred for a case and is examined elsewhere. */
export const caseStages = ['referred'] as const;
export type CaseStage = (typeof caseStages)[number];

/** `screen.enforcement` (domain reference, Appendix F): what is being enforced in the area at `asof`. */
export interface EnforcementPanel extends PanelResponseHead {
  /** Officers on site. Without a place (`lng` and `lat` are null) they are not on the map. */
  officers: {
    id: number;
    name: string;
    lng: number | null;
    lat: number | null;
    /** Number of the check, and its key. */
    task: string;
    check_id: number;
    since: number;
  }[];
  /** Checks on site or waiting for review, the latest first. People are masked. */
  checks: { id: number; no: string; object: string; stage: RunningStage; at: number }[];
  /** The number of all such checks by stage. */
  stages: { stage: RunningStage; n: number }[];
  /** Penalty cases by stage. Cases are not in the platform: modules contribute the matters that they refer for one. */
  cases: Partial<Record<CaseStage, number>>;
  /** The rows of these figures, by stage. */
  case_rows?: Partial<Record<CaseStage, ContributedRows>>;
  /** Limits by the days that are left, up to a week; -1: overdue. Those of other modules are contributed. */
  deadlines: ({ kind: string; label: { 'zh-cn': string; en: string }; due_in: number; n: number } & ContributedRows)[];
}

/** Days ahead within which limits are shown. */
export const daysOfUpcomingLimits = 7;

const source = text('检查任务', 'Checks');

export const checkFeed: WallFeed = { name: 'check', source, every: 60, of: [check.name, plan.name] };
export const enforcementFeed: WallFeed = {
  name: 'enforcement',
  source,
  every: 15,
  of: [check.name, checkOfficer.name],
};

export const checkWallPanels: readonly WallPanel[] = [
  {
    name: 'check',
    label: text('企业检查', 'Checks this month'),
    size: 11,
    board: enforcementCheckWallBoard,
    shows: checkFeed,
  },
  {
    name: 'check_plans',
    label: text('计划进度', 'Plan progress'),
    size: 9,
    board: enforcementCheckWallBoard,
    shows: checkFeed,
  },
  {
    name: 'enforcement',
    label: text('在线执法', 'Officers on site'),
    size: 'map',
    board: enforcementCheckWallBoard,
    shows: enforcementFeed,
  },
  {
    name: 'running_checks',
    label: text('正在检查', 'Running checks'),
    size: 12,
    board: enforcementCheckWallBoard,
    shows: enforcementFeed,
  },
  {
    name: 'check_limits',
    label: text('期限预警', 'Limits'),
    size: 8,
    board: enforcementCheckWallBoard,
    shows: enforcementFeed,
  },
];

/** Checks on site or waiting for their review, on the wall's map. */
export const checkMapLayer: MapLayer = {
  name: 'check',
  label: text('正在检查', 'Running checks'),
  mark: text('查', 'K'),
  of: check.name,
  unit: text('次', '{n|check|checks}'),
  levels: {
    on_site: { ...text('已到场', 'On site'), tone: 'good' },
    recording: { ...text('记录中', 'Recording'), tone: 'progress' },
    submitted: { ...text('待审核', 'To be reviewed'), tone: 'warning' },
  },
  where: [['status', 'IN', runningStages]],
};
