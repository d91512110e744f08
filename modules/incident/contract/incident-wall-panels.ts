import type { RowCondition } from '#kernel/declaration/row-condition-and-move-guard.ts';
import type { MapLayer } from '#kernel/module/wall-map-layer.ts';
import type {
  PanelResponseHead,
  WallBoard,
  WallFeed,
  WallPanel,
} from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { text } from '#kernel/text/text.ts';
import { incidentLevels } from '#modules/system/contract/travel-reward-and-incident-option-lists.ts';
import { incident } from './incident.ts';
import { incidentInstruction } from './incident-instruction.ts';
import type { IncidentGrade } from './incident-sources-grades-and-offices.ts';
import { riskNotice } from './risk-notice.ts';

/** States of incidents that somebody still works on. */
export const openIncidentStates = ['reported', 'verified', 'responding', 'controlled'] as const;
export type OpenIncidentState = (typeof openIncidentStates)[number];

/** Conditions of the counts, for the feed and for the lists that they open. */
export const incidentWallConditions = {
  open: [['status', 'IN', openIncidentStates]],
  unverified: [['status', '=', 'reported']],
  not_onward: [
    ['status', 'IN', openIncidentStates],
    ['onward_at', 'NULL'],
  ],
} as const satisfies Readonly<Record<string, readonly RowCondition[]>>;

export interface IncidentOnWall {
  id: number;
  no: string;
  title: string;
  level: IncidentGrade;
  status: OpenIncidentState;
  happened_at: number;
  due_at: number | null;
  area_code: string | null;
  area_name: string | null;
}

/** `screen.incident`: incidents in the area, the newest open ones first. */
export interface IncidentWallPanel extends PanelResponseHead {
  open: number;
  unverified: number;
  not_onward: number;
  month: number;
  levels: { name: IncidentGrade; n: number }[];
  latest: IncidentOnWall[];
}

export const incidentWallFeed: WallFeed = {
  name: 'incident',
  source: text('安全事件', 'Incidents'),
  every: 20,
  of: [incident.name, incidentInstruction.name, riskNotice.name],
  within: 400,
};

/** The wall board of incidents; their command opens over every board. */
export const incidentWallBoard: WallBoard = { name: 'incident', label: text('应急', 'Emergencies') };

export const incidentWallPanels: readonly WallPanel[] = [
  {
    name: 'incident',
    label: text('安全事件', 'Incidents'),
    size: 12,
    board: incidentWallBoard,
    shows: incidentWallFeed,
  },
  {
    name: 'incident_instructions',
    label: text('待办指令', 'Instructions due'),
    size: 12,
    board: incidentWallBoard,
    shows: { of: incidentInstruction.name, rows: 'due', more: ['addressed_to'] },
  },
  {
    name: 'incident_map',
    label: text('事件分布', 'Incidents on the map'),
    size: 'map',
    board: incidentWallBoard,
    shows: { of: incident.name, rows: 'placed' },
  },
  {
    name: 'incident_kinds',
    label: text('事件种类', 'Incidents by kind'),
    size: 12,
    board: incidentWallBoard,
    shows: { of: incident.name, measure: 'incidents', by: 'kind' },
  },
  {
    name: 'incident_notices',
    label: text('风险提示', 'Risk notices'),
    size: 12,
    board: incidentWallBoard,
    shows: { of: riskNotice.name, rows: 'newest', more: ['level'] },
  },
];

/** Open incidents on the wall's map, by grade. */
export const incidentMapLayer: MapLayer = {
  name: 'incident',
  label: text('突发事件', 'Incidents'),
  mark: text('险', '!'),
  of: incident.name,
  unit: text('起', '{n|incident|incidents}'),
  // administrators rename them
  get levels() {
    return incidentLevels.options;
  },
  where: incidentWallConditions.open,
  initially: true,
};
