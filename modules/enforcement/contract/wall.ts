import type { Feed, Panel, PanelHead } from '#kernel/module/wall-panel.ts';
import { text } from '#kernel/text/text.ts';
import { itinerary } from '#modules/travel/contract/itinerary/itinerary.ts';
import { travelBoard } from '#modules/travel/contract/wall.ts';
import { roadsideCheck, roadsideResults } from './roadside-check.ts';

/** Hits on a coach: the results of a check, and faults on record. */
export const hitTypes = {
  ...roadsideResults,
  expired: { ...text('证件过期', 'Documents expired'), tone: 'bad' },
  overseat: { ...text('超过核载', 'Over seating capacity'), tone: 'bad' },
} as const;
export type HitType = keyof typeof hitTypes;

/** `screen.vehicle` (domain reference, Appendix F): coaches of teams that depart in the area and are on their way. */
export interface VehiclePanel extends PanelHead {
  live: number;
  /** Of those, all of whose destinations lie in the province, and those that leave it. */
  in: number;
  out: number;
  /** By the first character of the plate, the most frequent first. */
  by_province: { p: string; n: number; ids: number[] }[];
  /**
   * Coaches held or corrected on the road within a week, and of those on their way whose papers have ended or whose team is
   * larger than their seats; newest first. `of` and `id`: the row that says so.
   */
  hits: { plate_masked: string; type: HitType; at: number; place: string; of: string; id: number }[];
  /** Plates as cameras in the area read them, newest first. */
  ticker: { plate_masked: string; at: number; place: string }[];
  /** Keys of the vehicles counted as `live`, a thousand at the most, and of those that leave the province. */
  live_ids: number[];
  out_ids: number[];
}

export const vehicleFeed: Feed = {
  name: 'vehicle',
  source: text('团队用车与路面检查', 'Team vehicles and roadside checks'),
  every: 15,
  of: [itinerary.name, roadsideCheck.name],
};

export const roadPanels: readonly Panel[] = [
  { name: 'vehicle', label: text('出行车牌', 'Plates on the road'), size: 9, board: travelBoard, shows: vehicleFeed },
];
