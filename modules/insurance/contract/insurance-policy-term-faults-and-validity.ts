import { addDays, shanghaiDateOf } from '#kernel/time/shanghai-time.ts';
import { expiringDays, type insurancePolicyKinds } from './insurance-policy.ts';

/** Lowest limit per person of agency liability, in cents (旅行社责任保险管理办法 Art. 18). */
const lowestLimitPerPerson = 200_000_00;

/** The same day a year later; of 29 February, 1 March. */
export function yearAfter(day: string): string {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCFullYear(next.getUTCFullYear() + 1);
  return next.toISOString().slice(0, 10);
}

/**
 * Whether a liability policy lasts a year: to the day before the anniversary or, as some insurers write it, the
 * anniversary.
 */
export const lastsOneYear = (from: string, to: string): boolean =>
  to === yearAfter(from) || to === addDays(yearAfter(from), -1);

/** Validity of a policy on a day. */
export function policyValidityOn(
  today: string,
  from: string,
  to: string,
): 'upcoming' | 'valid' | 'expiring' | 'expired' {
  if (to < today) return 'expired';
  if (from > today) return 'upcoming';
  return to <= addDays(today, expiringDays) ? 'expiring' : 'valid';
}

/** An amount on the wire in cents. */
export const centsOf = (yuan: string | null | undefined): number | undefined =>
  yuan === null || yuan === undefined ? undefined : Math.round(Number(yuan) * 100);

interface Terms {
  readonly kind?: keyof typeof insurancePolicyKinds | null;
  readonly from_on?: string | null;
  readonly to_on?: string | null;
  readonly per_person_limit?: string | null;
  readonly per_event_limit?: string | null;
  readonly annual_limit?: string | null;
}
export type PolicyTermsFault = readonly [
  field: keyof Terms,
  fault: 'order' | 'year' | 'limitMissing' | 'limitLow' | 'eventBelowPerson' | 'yearBelowEvent',
];

/** Faults of a policy's terms, by field. */
export function faultsOfPolicyTerms({ kind, from_on, to_on, ...limits }: Terms): readonly PolicyTermsFault[] {
  const faults: PolicyTermsFault[] = [];
  if (from_on && to_on) {
    if (to_on <= from_on) faults.push(['to_on', 'order']);
    else if (kind === 'liability' && !lastsOneYear(from_on, to_on)) faults.push(['to_on', 'year']);
  }
  const [person, event, year] = [limits.per_person_limit, limits.per_event_limit, limits.annual_limit].map(centsOf);
  if (kind === 'liability' && person === undefined) faults.push(['per_person_limit', 'limitMissing']);
  if (kind === 'liability' && person !== undefined && person < lowestLimitPerPerson)
    faults.push(['per_person_limit', 'limitLow']);
  if (person !== undefined && event !== undefined && event < person)
    faults.push(['per_event_limit', 'eventBelowPerson']);
  if (event !== undefined && year !== undefined && year < event) faults.push(['annual_limit', 'yearBelowEvent']);
  return faults;
}

/** Whether something that happened at a moment (Unix seconds) lies within the days of a policy. */
export function happenedWithinPolicy(event: number, { from_on, to_on }: { from_on: string; to_on: string }): boolean {
  const day = shanghaiDateOf(event);
  return from_on <= day && day <= to_on;
}
