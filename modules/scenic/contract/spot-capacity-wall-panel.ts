import type { MapLayer } from '#kernel/module/wall-map-layer.ts';
import type {
  PanelResponseHead,
  WallBoard,
  WallFeed,
  WallPanel,
} from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { text } from '#kernel/text/text.ts';
import { warning } from './crowd-warning.ts';
import { spot } from './scenic-spot-and-opening-season.ts';
import { crowdStates } from './spot-grade-crowd-level-and-gate-options.ts';

/** A spot on the wall (domain reference, Appendix F). Figures of one whose data is lost are null, never 0. */
export interface SpotOnWall {
  id: number;
  name: string;
  lng: number;
  lat: number;
  inside: number | null;
  instant_max: number | null;
  day_total: number | null;
  daily_max: number | null;
  /** 0, 80, 90 or 100; null while nobody knows. */
  level: number | null;
  state: 'ok' | 'data_lost' | 'empty';
  at: number | null;
  /** When each level is expected, in unix seconds. */
  eta80: number | null;
  eta90: number | null;
  eta100: number | null;
  forecast: { t: number; p10: number; p50: number; p90: number }[];
}

/** How many spots are at each level. */
export interface SpotSummary {
  normal: number;
  y80: number;
  o90: number;
  r100: number;
  lost: number;
}

/** `screen.capacity`: spots with flow in the area, the fullest first. */
export interface CapacityPanel extends PanelResponseHead {
  spots: SpotOnWall[];
  summary: SpotSummary;
  /** Inside all spots whose data is there. */
  inside: number;
}

/** The values of `crowd` that each count of the summary stands for, for the lists that it opens. */
export const crowdLevelByCountName = {
  normal: 'normal',
  y80: '80',
  o90: '90',
  r100: '100',
  lost: 'lost',
} as const satisfies Readonly<Record<keyof SpotSummary, string>>;

export const capacityFeed: WallFeed = {
  name: 'capacity',
  source: text('景区客流', 'Visitor flow'),
  every: 10,
  of: [spot.name, warning.name],
};

export const scenicWallBoard: WallBoard = { name: 'scenic', label: text('景区', 'Scenic spots') };

export const scenicWallPanels: readonly WallPanel[] = [
  {
    name: 'capacity',
    label: text('景区承载量', 'Carrying capacity'),
    size: 14,
    board: scenicWallBoard,
    shows: capacityFeed,
  },
  {
    name: 'scenic_warnings',
    label: text('承载量预警', 'Capacity warnings'),
    size: 10,
    board: scenicWallBoard,
    shows: { of: warning.name, rows: 'due', more: ['basis', 'level', 'percent'] },
  },
  {
    name: 'scenic_map',
    label: text('景区分布', 'Scenic spots on the map'),
    size: 'map',
    board: scenicWallBoard,
    shows: { of: spot.name, rows: 'placed' },
  },
  {
    name: 'scenic_warning_levels',
    label: text('预警级别', 'Warnings by level'),
    size: 12,
    board: scenicWallBoard,
    shows: { of: warning.name, measure: 'warnings', by: 'peak_level' },
  },
  {
    name: 'scenic_grades',
    label: text('景区等级', 'Spots by grade'),
    size: 12,
    board: scenicWallBoard,
    shows: { of: spot.name, measure: 'spots', by: 'grade' },
  },
];

/** Spots on the wall's map, by how full they are. */
export const spotMapLayer: MapLayer = {
  name: 'spot',
  label: text('景区客流', 'Spots by load'),
  mark: text('景', 'S'),
  of: spot.name,
  unit: text('个', '{n|spot|spots}'),
  levels: crowdStates,
  where: [],
  initially: true,
};
