import { daysBetween } from '#kernel/time/shanghai-time.ts';

/** A line of the opening calendar. Dates are `yyyy-mm-dd`, times `HH:mm:ss`. */
export interface OpeningLine {
  readonly from_on: string;
  readonly to_on: string;
  readonly shut: boolean;
  readonly opens_at: string | null;
  readonly closes_at: string | null;
}

/** Hours on a day as `HH:mm`; `shut` if it does not open; undefined if nobody has entered any. */
export type OpeningHours = { readonly opens: string; readonly closes: string } | 'shut' | undefined;

const daysOf = ({ from_on, to_on }: OpeningLine): number => daysBetween(from_on, to_on);

/** The hours of a day: of the lines that contain it the shortest applies, so that a holiday goes before its season. */
export function openingHoursOn(lines: readonly OpeningLine[], day: string): OpeningHours {
  const [line] = lines
    .filter(({ from_on, to_on }) => from_on <= day && day <= to_on)
    .sort((one, other) => daysOf(one) - daysOf(other));
  if (!line) return undefined;
  if (line.shut || line.opens_at === null || line.closes_at === null) return 'shut';
  return { opens: line.opens_at.slice(0, 5), closes: line.closes_at.slice(0, 5) };
}
