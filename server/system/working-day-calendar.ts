import type { ReferenceCache } from './reference-cache.ts';

/** The days off and made up for, as everybody may know them: members count working days too. */
export const workingDayCalendar = (reference: ReferenceCache) => ({
  days: reference.days(),
  known_until: reference.calendar().announcedUntil,
});

/** The same beside the answer a browser starts with, for one that asks (`calendar=1`): a call of its own less. */
export const withRequestedCalendar = (reference: ReferenceCache, requested: unknown) =>
  requested === '1' ? { calendar: workingDayCalendar(reference) } : {};
