import { type ErrorsOfDay, noErrors } from '../model/back-test-forecasts-of-day.ts';
import type { TestedDay } from '../model/back-test-forecasts-of-past-days.ts';

/** A tested day as it is stored. */
export interface BackTestedDayAsJson {
  readonly date: string;
  readonly width: number;
  readonly errors: Readonly<Record<keyof ErrorsOfDay, readonly number[]>>;
  readonly relative: readonly (readonly number[])[];
}

const names = Object.keys(noErrors()) as (keyof ErrorsOfDay)[];
const round = (value: number): number => Math.round(value * 1000) / 1000;

export const backTestedDayToJson = ({ date, width, errors, relative }: TestedDay): BackTestedDayAsJson => ({
  date,
  width,
  errors: Object.fromEntries(
    names.map((name) => [name, Array.from(errors[name], round)]),
  ) as unknown as BackTestedDayAsJson['errors'],
  relative: relative.map((lead) => lead.map(round)),
});

export const backTestedDayFromJson = ({ date, width, errors, relative }: BackTestedDayAsJson): TestedDay => ({
  date,
  width,
  errors: Object.fromEntries(names.map((name) => [name, Float64Array.from(errors[name])])) as unknown as ErrorsOfDay,
  relative,
});
