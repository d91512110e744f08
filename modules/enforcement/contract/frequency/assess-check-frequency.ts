import type { RiskClass } from '#kernel/random-draw/draw-record-types.ts';
import { addDays, addMonths, daysBetween } from '#kernel/time/shanghai-time.ts';
import type { FrequencyCap } from './frequency-cap-of-enforcement-checks.ts';

/** The limits in force on the day of a check. */
export type FrequencyLimits = Pick<
  FrequencyCap,
  | 'class_a'
  | 'class_b'
  | 'class_c'
  | 'class_d'
  | 'per_day'
  | 'per_week'
  | 'per_month'
  | 'nil_visits'
  | 'nil_months'
  | 'joint_days'
  | 'basis'
>;

/** A visit of the enterprise that took place, is approved, or is being planned by somebody. */
export interface VisitOfEnterprise {
  readonly id: number;
  readonly check_no: string | null;
  /** `2026-11-28`, of the visit or of its agreed time. */
  readonly day: string;
  /** Approved or carried out; otherwise somebody only plans it. */
  readonly counted: boolean;
  /** It has begun. */
  readonly begun: boolean;
  /** It does not use up a cap. */
  readonly exempt: boolean;
  readonly source: string;
  readonly domain: string;
  /** The authority to which its department belongs. */
  readonly authority: number;
  readonly department: string;
  readonly result: string | null;
  readonly officers: readonly number[];
  /** Codes of its check items. */
  readonly items: readonly string[];
}

/** A check that waits for its approval, with what is known of its enterprise. */
export interface CheckToAssess {
  readonly limits: FrequencyLimits;
  readonly day: string;
  readonly domain: string;
  readonly authority: number;
  readonly exempt: boolean;
  readonly risk: RiskClass;
  readonly officers: readonly { readonly id: number; readonly name: string; readonly reason_approved: boolean }[];
  readonly items: readonly { readonly code: string; readonly name: string; readonly yearly_cap: number | null }[];
  /** All other visits of the enterprise, in any order. */
  readonly visits: readonly VisitOfEnterprise[];
}

/** A yearly cap, and the visits that use it. */
export interface UsedCap {
  /** Undefined: the cap of the risk class; otherwise of a check item. */
  readonly item?: { readonly code: string; readonly name: string };
  readonly most: number;
  readonly visits: readonly VisitOfEnterprise[];
  readonly reached: boolean;
}

/** A number of visits in a time that calls attention and refuses nothing. */
export interface RepeatFlag {
  readonly within: 'day' | 'week' | 'month';
  readonly most: number;
  /** With the check itself. */
  readonly n: number;
  readonly visits: readonly VisitOfEnterprise[];
}

/** An officer whose last visits of the enterprise found nothing. */
export interface OfficerWithoutFindings {
  readonly id: number;
  readonly name: string;
  readonly visits: readonly VisitOfEnterprise[];
  /** The reason for another visit is approved. */
  readonly allowed: boolean;
}

export interface FrequencyAssessment {
  readonly exempt: boolean;
  readonly caps: readonly UsedCap[];
  readonly flags: readonly RepeatFlag[];
  readonly officers: readonly OfficerWithoutFindings[];
  /** Visits that other authorities plan near in time. */
  readonly joint: readonly VisitOfEnterprise[];
  /** A cap is reached and the check is not exempt, or an officer needs a reason. */
  readonly refused: boolean;
}

/** Results of a visit that found nothing. */
export const resultsWithoutFindings: readonly string[] = ['no_problem', 'not_engaged'];

const lengths = { day: 1, week: 7, month: 30 } as const;

/**
 * Judges a check by the visits of its enterprise (domain reference §2.I): which yearly caps are used, whether visits
 * come too often, which officers found nothing again and again, and whose visits could be joined with it.
 */
export function assessCheckFrequency(question: CheckToAssess): FrequencyAssessment {
  const { exempt } = question;
  const caps = usedCaps(question);
  const officers = nilOfficers(question);
  return {
    exempt,
    caps,
    flags: repeatFlags(question),
    officers,
    joint: jointVisits(question),
    refused: (!exempt && caps.some(({ reached }) => reached)) || officers.some(({ allowed }) => !allowed),
  };
}

function usedCaps({ limits, risk, day, domain, authority, items, visits }: CheckToAssess): UsedCap[] {
  const year = day.slice(0, 4);
  const using = byDay(visits.filter((one) => one.counted && !one.exempt && one.day.startsWith(year)));
  const of = (most: number, some: readonly VisitOfEnterprise[], item?: UsedCap['item']): UsedCap => ({
    ...(item && { item }),
    most,
    visits: some,
    reached: some.length >= most,
  });
  const most = { A: limits.class_a, B: limits.class_b, C: limits.class_c, D: limits.class_d }[risk];
  return [
    of(
      most,
      using.filter((one) => one.domain === domain && one.authority === authority),
    ),
    ...items.flatMap(({ code, name, yearly_cap }) =>
      yearly_cap === null
        ? []
        : [
            of(
              yearly_cap,
              using.filter((one) => one.items.includes(code)),
              { code, name },
            ),
          ],
    ),
  ];
}

/** For each length of time, the busiest such time around the check, if it has more visits than are unremarkable. */
function repeatFlags({ limits, day, visits }: CheckToAssess): RepeatFlag[] {
  const most = { day: limits.per_day, week: limits.per_week, month: limits.per_month };
  const counted = byDay(visits.filter((one) => one.counted));
  return (Object.keys(lengths) as (keyof typeof lengths)[]).flatMap((within) => {
    const length = lengths[within];
    let busiest: readonly VisitOfEnterprise[] = [];
    // times that contain the check and begin with a visit, or with the check
    for (const begin of [day, ...counted.map((one) => one.day)]) {
      const until = daysBetween(begin, day);
      if (until < 0 || until >= length) continue;
      const some = counted.filter((one) => isWithin(one.day, begin, addDays(begin, length - 1)));
      if (some.length > busiest.length) busiest = some;
    }
    const n = busiest.length + 1;
    return n > most[within] ? [{ within, most: most[within], n, visits: busiest }] : [];
  });
}

function nilOfficers({ limits, day, officers, visits }: CheckToAssess): OfficerWithoutFindings[] {
  const since = addMonths(day, -limits.nil_months);
  const withResult = byDay(visits.filter((one) => one.begun && one.result !== null && isWithin(one.day, since, day)));
  return officers.flatMap(({ id, name, reason_approved }) => {
    const last = withResult.filter((one) => one.officers.includes(id)).slice(-limits.nil_visits);
    const nil =
      last.length === limits.nil_visits && last.every(({ result }) => resultsWithoutFindings.includes(result ?? ''));
    return nil ? [{ id, name, visits: last, allowed: reason_approved }] : [];
  });
}

function jointVisits({ limits, day, authority, visits }: CheckToAssess): VisitOfEnterprise[] {
  const [from, to] = [addDays(day, -limits.joint_days), addDays(day, limits.joint_days)];
  return byDay(visits.filter((one) => !one.begun && one.authority !== authority && isWithin(one.day, from, to)));
}

const isWithin = (day: string, from: string, to: string) => day >= from && day <= to;
const byDay = (visits: readonly VisitOfEnterprise[]) =>
  visits.toSorted((a, b) => a.day.localeCompare(b.day) || a.id - b.id);
