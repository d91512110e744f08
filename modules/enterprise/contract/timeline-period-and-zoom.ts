import { addMonths, isDate } from '#kernel/time/shanghai-time.ts';

/** Lengths of a period, in months. */
export const timelineZooms = { years: 60, year: 12, quarter: 3, month: 1 } as const;
export type TimelineZoom = keyof typeof timelineZooms;
/** From the furthest to the nearest. */
export const timelineZoomLevels = ['years', 'year', 'quarter', 'month'] as const satisfies readonly TimelineZoom[];

export interface TimelinePeriod {
  /** First day, and the day after the last. */
  readonly from: string;
  readonly to: string;
}

const lasting = (from: string, zoom: TimelineZoom): TimelinePeriod => ({
  from,
  to: addMonths(from, timelineZooms[zoom]),
});

/** The calendar month, quarter or year with a day in it; of five years, its year is the last. */
export function timelinePeriodWith(day: string, zoom: TimelineZoom): TimelinePeriod {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const first = zoom === 'month' ? month : zoom === 'quarter' ? month - ((month - 1) % 3) : 1;
  const begin = `${String(year).padStart(4, '0')}-${String(first).padStart(2, '0')}-01`;
  return lasting(zoom === 'years' ? addMonths(begin, -48) : begin, zoom);
}

/** The period that follows, or that comes before if `by` is negative. Five years move by one year. */
export const neighbouringPeriod = ({ from }: TimelinePeriod, zoom: TimelineZoom, by: number): TimelinePeriod =>
  lasting(addMonths(from, by * (zoom === 'years' ? 12 : timelineZooms[zoom])), zoom);

/** Days at which the axis is labelled. */
export function timelineAxisDays({ from, to }: TimelinePeriod, zoom: TimelineZoom): string[] {
  if (zoom === 'month') return ['01', '08', '15', '22', '29'].map((day) => from.slice(0, 8) + day).filter(isDate);
  const ticks: string[] = [];
  for (let day = from; day < to; day = addMonths(day, zoom === 'years' ? 12 : 1)) ticks.push(day);
  return ticks;
}
