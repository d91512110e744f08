import type { PanelResponseHead, WallFeed, WallPanel } from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { text } from '#kernel/text/text.ts';
import { finding } from './anomaly/anomaly-finding.ts';
import { itinerary } from './itinerary/team-itinerary.ts';
import { travelWallBoard } from './travel-wall-board-name.ts';

/** `screen.itinerary` (domain reference, Appendix F): teams of today that depart in the area, as of `asof`. */
export interface TodaysTeamsPanel extends PanelResponseHead {
  today: {
    /** Teams that depart today, and teams that end today and are finished. */
    departing: number;
    finished: number;
    /** Teams on the road, and their tourists. */
    underway: number;
    tourists: number;
  };
  /** Kinds of the teams on the road, most frequent first; they add up to `today.underway`. */
  kinds: { kind: string; n: number }[];
  /** Teams and tourists on the road at each full hour of today; `t` in Unix seconds. */
  curve: { t: number; teams: number; tourists: number }[];
  /** Share of teams filed late among those that departed in the last {@link lateFilingDays} days; 0 where there are none. */
  late_rate: number;
  late: number;
  filed: number;
  /** Open findings by rule, most frequent first. */
  flags: { code: string; n: number }[];
}

export const lateFilingDays = 30;

/** Levels by which origins of tourists are grouped. */
export const touristOriginLevels = {
  province: text('省', 'Province'),
  city: text('市', 'City'),
  country: text('国家', 'Country'),
} as const;
export type TouristOriginLevel = keyof typeof touristOriginLevels;

/** `screen.source`: origins of the tourists of teams that depart within the range. */
export interface TouristOriginPanel extends PanelResponseHead {
  level: TouristOriginLevel;
  from: string;
  to: string;
  total: number;
  /**
   * `groups`: teams with tourists from there; `yoy`: change from the same days of the year before, 0.1 for a tenth
   * more, null where there was nobody then.
   */
  top: { code: string; name: string; n: number; groups: number; share: number; yoy: number | null }[];
  /** WGS-84, from the origin of tourists to the place of departure; none where both are the same. */
  lines: { code: string; from: [lng: number, lat: number]; to: [lng: number, lat: number]; n: number }[];
}

export const touristHistoryUnits = {
  day: text('日', 'Day'),
  month: text('月', 'Month'),
  year: text('年', 'Year'),
} as const;
export type TouristHistoryUnit = keyof typeof touristHistoryUnits;

/** `screen.history`: tourists by departure, each with the same day, month or year one year earlier. */
export interface TouristHistoryPanel extends PanelResponseHead {
  unit: TouristHistoryUnit;
  /** `t`: `2026-11-23`, `2026-11` or `2026`. */
  series: { t: string; n: number; teams: number; prev: number }[];
  /** The n-th day of the latest public holiday with the n-th day of the same holiday a year earlier. */
  holiday: { name: string; name_en: string; day: number; date: string; n: number; teams: number; prev: number }[];
}

const of = [itinerary.name];
const filing = text('团队备案', 'Filed teams');

export const todaysTeamsFeed: WallFeed = { name: 'itinerary', source: filing, every: 30, of: [...of, finding.name] };
export const touristOriginFeed: WallFeed = { name: 'source', source: filing, every: 300, of, within: 5000 };
export const touristHistoryFeed: WallFeed = { name: 'history', source: filing, every: 3600, of, within: 60_000 };

export const travelWallPanels: readonly WallPanel[] = [
  {
    name: 'itinerary',
    label: text('行程统计', 'Itinerary statistics'),
    size: 12,
    board: travelWallBoard,
    shows: todaysTeamsFeed,
  },
  {
    name: 'source',
    label: text('客源地前十', 'Source markets'),
    size: 12,
    board: travelWallBoard,
    shows: touristOriginFeed,
  },
  {
    name: 'source_map',
    label: text('客源流向', 'Source market flows'),
    size: 'map',
    board: travelWallBoard,
    shows: touristOriginFeed,
  },
  {
    name: 'history',
    label: text('游客历史', 'Tourist history'),
    size: 9,
    board: travelWallBoard,
    shows: touristHistoryFeed,
  },
  {
    name: 'newest_teams',
    label: text('最新团队', 'Latest teams'),
    size: 6,
    board: travelWallBoard,
    shows: { of: itinerary.name, rows: 'newest', more: ['agency_id', 'area_code'] },
  },
];
