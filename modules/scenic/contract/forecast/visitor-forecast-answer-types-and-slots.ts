/** Slots of a forecast. */
export const minutesOfSlot = 15;
export const slotsPerHour = 60 / minutesOfSlot;
export const quartersOfDay = 24 * slotsPerHour;
/** Hours for which a spot is forecast if nobody has entered its opening hours, in quarters of the day. */
export const usualHours = { first: 6 * slotsPerHour, end: 22 * slotsPerHour } as const;
/** Days after today that are forecast. */
export const daysAhead = 7;
/** The warning levels whose time is forecast, in percent of the limit. */
export const levelsForecast = [80, 90, 100] as const;

/** When a level is expected, in minutes of the day; null: not on this day. Earliest and latest with 80 % probability. */
export interface ForecastArrival {
  readonly level: number;
  readonly at: number | null;
  readonly earliest: number | null;
  readonly latest: number | null;
}

/** Visitors at the end of each quarter of an hour: with a probability of 10, 50 and 90 % no more are inside. */
export interface ForecastOfDay {
  /** Beginning of the first quarter, in minutes of the day. */
  readonly from: number;
  readonly p10: readonly number[];
  readonly p50: readonly number[];
  readonly p90: readonly number[];
  /** Levels that may be reached and are not reached yet. */
  readonly arrivals: readonly ForecastArrival[];
}

/** Errors of past forecasts. Null where nothing could be compared. */
export interface ErrorOfLead {
  /** How many forecasts were compared with what came. */
  readonly compared: number;
  /** Mean error in visitors. */
  readonly mae: number | null;
  /** Mean error as a share of what came, at times with at least a tenth of the peak. */
  readonly mape: number | null;
  /** Share of times within P10 to P90; 0.8 is aimed at. */
  readonly coverage: number | null;
  /** By which share the error is smaller than that of "as on the same day last week". */
  readonly better: number | null;
}

/** How good the forecast of a spot was in the last thirty days. */
export interface ForecastAccuracy extends ErrorOfLead {
  /** Days that were tested. */
  readonly days: number;
  /** 1 to 12 hours ahead, the day before, and a week before. */
  readonly leads: readonly ErrorOfLead[];
  /** Relative errors that are the edges of the band, by lead. */
  readonly bands: { readonly low: ArrayLike<number>; readonly high: ArrayLike<number> };
  readonly width: number;
}

/** `GET scenic.forecast/spot {id}`. Figures are null, never 0, where there are none. */
export interface SpotForecast {
  readonly name: string;
  readonly limit: number | null;
  /** Date that is forecast, and unix seconds of the forecast; null: none was made. */
  readonly day: string;
  readonly made_at: number | null;
  /** Visitors of today, by the quarter that ends at this minute of the day. */
  readonly came: readonly { readonly at: number; readonly n: number }[];
  readonly today: ForecastOfDay | null;
  /** Days to come. */
  readonly ahead: readonly (ForecastOfDay & { readonly day: string; readonly kind: string })[];
  readonly accuracy: Omit<ForecastAccuracy, 'bands' | 'width'> | null;
  /** Days of history. */
  readonly history: number;
}
