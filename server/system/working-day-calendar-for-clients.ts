import type { ReferenceCache } from './division-calendar-and-deadline-rule-cache.ts';

/** Public holidays and make-up working days. Open to everybody, because members count working days too. */
export const workingDayCalendarForClients = (reference: ReferenceCache) => ({
  days: reference.days(),
  known_until: reference.calendar().announcedUntil,
});

/** The calendar as a part of the boot answer for clients that request it (`calendar=1`), which saves a call. */
export const calendarForBootAnswer = (reference: ReferenceCache, requested: unknown) =>
  requested === '1' ? { calendar: workingDayCalendarForClients(reference) } : {};
