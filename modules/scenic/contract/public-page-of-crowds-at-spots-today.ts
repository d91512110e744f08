import type { PublicPage } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** Open page with how full scenic spots are today. */
export const spotsTodayPage = {
  name: 'scenic/spots',
  path: '/spots',
  title: text('景区今日客流', 'Scenic spots today'),
  listed: true,
  light: true,
} as const satisfies PublicPage;

/** A spot as `GET /api/scenic.spots/today` answers it. Unknown figures are null, never 0. */
export interface SpotToday {
  readonly id: number;
  readonly name: string;
  readonly name_en: string;
  readonly grade: string;
  readonly area: string;
  readonly area_en: string;
  readonly status: 'open' | 'limited' | 'closed' | 'maintenance';
  readonly reserve_required: boolean;
  /** Hours of today as `HH:mm`; null without any on record. */
  readonly hours: { readonly opens: string; readonly closes: string } | null;
  readonly shut: boolean;
  readonly state: 'ok' | 'data_lost' | 'empty';
  /** Unix seconds of the latest figures. */
  readonly at: number | null;
  readonly inside: number | null;
  readonly instant_max: number | null;
  readonly percent: number | null;
  /** 0, 80, 90 or 100. */
  readonly level: number | null;
  /** What is expected later today; null without a forecast, or if the present is the peak. */
  readonly expected: SpotExpected | null;
  readonly notice: string | null;
  readonly notice_en: string | null;
}

/** The peak that a spot is expected to have later today, and when it will be how full. */
export interface SpotExpected {
  /** `HH:mm` of the peak, and its share of the capacity in percent: probably, and between which two. */
  readonly peak_at: string;
  readonly percent: number;
  readonly low: number;
  readonly high: number;
  /** The next level that is expected, 80, 90 or 100, with its time as `HH:mm`. */
  readonly level: number | null;
  readonly level_at: string | null;
}

export interface SpotsToday {
  readonly asof: number;
  /** The figures are those of the demonstration. */
  readonly demonstration: boolean;
  readonly spots: readonly SpotToday[];
}
