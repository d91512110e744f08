import type { MapLayer } from '#kernel/module/wall-map-layer.ts';
import type { PanelResponseHead, WallFeed, WallPanel } from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { text } from '#kernel/text/text.ts';
import { vehicle } from '#modules/crew/contract/vehicle.ts';
import { travelWallBoard } from '#modules/travel/contract/travel-wall-board-name.ts';
import { roadsideCheck, roadsideResults } from './roadside-check.ts';

/** Hits on a coach: results of checks, and faults on record. */
export const coachAlertTypes = {
  ...roadsideResults,
  expired: { ...text('证件过期', 'Documents expired'), tone: 'bad' },
  overseat: { ...text('超过核载', 'Over seating capacity'), tone: 'bad' },
} as const;
export type CoachAlertType = keyof typeof coachAlertTypes;

/** `screen.vehicle` (domain reference, Appendix F): coaches under way of teams that depart in the area. */
export interface CoachPanel extends PanelResponseHead {
  live: number;
  /** Of `live`: those whose destinations all lie in the province (`in`), and those that leave it. */
  in: number;
  out: number;
  /** By the first character of the plate, most frequent first; with keys as `live_ids`. */
  by_province: { p: string; n: number; ids: number[] }[];
  /**
   * Coaches detained or told to rectify within a week, and coaches under way with expired documents or more passengers
   * than seats; newest first. `of` and `id`: the row it is recorded in.
   */
  hits: { plate_masked: string; type: CoachAlertType; at: number; place: string; of: string; id: number }[];
  /** Plates read by cameras in the area, newest first. */
  ticker: { plate_masked: string; at: number; place: string }[];
  /**
   * Keys of the vehicles counted as `live`, and of those that leave the province: of those that are registered in the
   * caller's jurisdiction, at most 1,000.
   */
  live_ids: number[];
  out_ids: number[];
}

export const coachFeed: WallFeed = {
  name: 'vehicle',
  source: text('团队用车与路面检查', 'Vehicles and road checks'),
  every: 15,
  of: ['travel/itinerary', roadsideCheck.name],
};

export const coachPanels: readonly WallPanel[] = [
  { name: 'vehicle', label: text('出行车牌', 'Plates on the road'), size: 9, board: travelWallBoard, shows: coachFeed },
];

/**
 * The coaches of `live` on the wall's map: where they were last, or, without a position of the last half hour, at the
 * centre of the division to which their team goes.
 */
export const coachMapLayer: MapLayer = {
  name: 'coach',
  label: text('旅游车', 'Coaches'),
  mark: text('车', 'B'),
  of: vehicle.name,
  unit: text('辆', '{n|coach|coaches}'),
  levels: {
    located: { ...text('有定位', 'Located'), tone: 'good' },
    planned: { ...text('按行程目的地', 'By destination'), tone: 'neutral' },
    expired: { ...text('证件过期', 'Documents expired'), tone: 'bad' },
  },
};
