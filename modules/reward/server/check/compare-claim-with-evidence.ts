import { maskName } from '#kernel/check/mask-personal-data.ts';
import { addDays } from '#kernel/time/shanghai-time.ts';
import type { CreditGrade } from '#modules/enterprise/contract/enterprise-options.ts';
import { leastStep } from '../../contract/calculate-reward.ts';
import type { CheckCode, CheckResult } from '../../contract/reward-kinds-units-and-check-codes.ts';
import type { RewardClaimBasis } from '../claim/compute-reward-claim.ts';
import type { ClaimedTeam } from '../claim/read-claimed-teams.ts';
import type {
  GuestsCountedByThirdParty,
  IndependentEvidenceAgainstClaim,
} from './read-independent-evidence-against-claim.ts';

/**
 * Result of one check, of one team or of the application: expected value, found value, and the evidence. Numbers and
 * names only, so that readers see it in their language.
 */
interface CheckFinding {
  readonly code: CheckCode;
  readonly result: CheckResult;
  /** There is no data to compare with. */
  readonly lacking?: '1';
  readonly itinerary_id?: number;
  readonly expected?: string;
  readonly found?: string;
  readonly evidence?: string;
  readonly against?: `${'reward/application' | 'travel/itinerary' | 'enforcement/source'}:${number}`;
}

/**
 * A gate count within a tenth of the list is accepted; so is a hotel's, where children may share a room (domain
 * reference §2.P).
 */
const tolerance = 0.1;
/** So many consecutive tourists of one family name may be a family; more look invented. */
const longestFamily = 5;
/**
 * Share of tourists with the same birthday from which the list looks invented, and the minimum length of a list checked
 * for it.
 */
const sharedBirthdays = 0.2;
const shortest = 10;
/** Share of residents of the area from which a list is doubtful, and from which it fails. */
const doubtfulInside = 0.1;
const mostInside = 0.5;

const ofTeam = (team: ClaimedTeam, code: CheckCode) => ({ code, itinerary_id: Number(team.id) });
const lacking = { result: 'warn', lacking: '1' } as const;
const percent = (part: number, whole: number) => `${Math.round((part / Math.max(whole, 1)) * 100)}%`;
const dayOf = (date: string) => date.slice(5);

function lookAtMinimum(team: ClaimedTeam, { steps }: RewardClaimBasis): CheckFinding {
  const least = leastStep(steps);
  const expected = `≥ ${least?.minPax ?? 0}`;
  const fits = team.guests >= (least?.minPax ?? 0) && team.nights >= (least?.minNights ?? 0);
  return { ...ofTeam(team, 'minimum'), result: fits ? 'pass' : 'fail', expected, found: String(team.guests) };
}

/** A list whose length differs from the itinerary was changed after filing. */
const lookAtList = (team: ClaimedTeam): CheckFinding => ({
  ...ofTeam(team, 'list'),
  result: team.tourist_count === team.listed ? 'pass' : 'fail',
  expected: String(team.tourist_count ?? 0),
  found: String(team.listed),
});

/** Where all guests count, only checks that their origin is known. */
function lookAtOrigins(team: ClaimedTeam, { excluded }: RewardClaimBasis): CheckFinding {
  const { inside, unknown, mistyped, listed } = team;
  const result =
    inside > listed * mostInside
      ? 'fail'
      : inside > listed * doubtfulInside || unknown > 0 || mistyped > 0
        ? 'warn'
        : 'pass';
  return {
    ...ofTeam(team, 'outside'),
    result,
    ...(listed > 0 && unknown === listed ? lacking : {}),
    expected: excluded === '' ? '—' : `≥ ${percent(1 - doubtfulInside, 1)}`,
    found: percent(listed - inside - unknown, listed),
    evidence: `${listed - inside - unknown} / ${inside} / ${unknown} / ${mistyped}`,
  };
}

/** The nights of a team, each by the day it begins. */
const nightsOf = ({ began_on, nights }: ClaimedTeam): string[] =>
  Array.from({ length: Math.max(0, nights) }, (_, at) => addDays(began_on, at));

function lookAtNights(team: ClaimedTeam, counted: readonly GuestsCountedByThirdParty[]): CheckFinding | undefined {
  const nights = nightsOf(team);
  if (nights.length === 0) return undefined;
  const byNight = new Map(counted.filter(({ kind }) => kind === 'lodging').map((one) => [one.on_date, one]));
  const covered = nights.filter((night) => byNight.has(night));
  const one = { ...ofTeam(team, 'lodging'), expected: String(team.listed) };
  if (covered.length === 0) return { ...one, ...lacking, found: '—' };
  const fewest = Math.min(...covered.map((night) => byNight.get(night)?.people ?? 0));
  const evidence = nights
    .map((night) => `${dayOf(night)} ${byNight.get(night)?.place ?? ''} ${byNight.get(night)?.people ?? '—'}`)
    .join('；');
  const few = fewest < team.listed * (1 - tolerance);
  return {
    ...one,
    found: String(fewest),
    evidence,
    ...(few ? { result: 'fail' } : covered.length < nights.length ? lacking : { result: 'pass' }),
  };
}

function lookAtGates(team: ClaimedTeam, counted: readonly GuestsCountedByThirdParty[]): CheckFinding[] {
  const gates = counted.filter(({ kind }) => kind === 'gate');
  const one = { ...ofTeam(team, 'gate'), expected: `${team.listed} ± 10%` };
  if (gates.length === 0) return [{ ...one, ...lacking, found: '—' }];
  return gates.map(({ place, on_date, people }) => ({
    ...one,
    result: Math.abs(people - team.listed) <= team.listed * tolerance ? 'pass' : 'fail',
    found: String(people),
    evidence: `${dayOf(on_date)} ${place}`,
  }));
}

function lookAtVehicles(team: ClaimedTeam, { vehicles }: IndependentEvidenceAgainstClaim): CheckFinding[] {
  const own = vehicles.filter(({ itinerary_id }) => Number(itinerary_id) === Number(team.id));
  if (own.length === 0) return [{ ...ofTeam(team, 'plates'), ...lacking, found: '—' }];
  return own.map(({ plate, times, spots, source_id }) => ({
    ...ofTeam(team, 'plates'),
    expected: '≥ 1',
    found: String(times),
    evidence: [plate, ...(spots ?? [])].join('；'),
    ...(times > 0 ? { result: 'pass' } : lacking),
    ...(source_id === null ? {} : { against: `enforcement/source:${source_id}` as const }),
  }));
}

const lookAtNames = (team: ClaimedTeam): CheckFinding => ({
  ...ofTeam(team, 'surnames'),
  result: team.run > longestFamily ? 'warn' : 'pass',
  expected: `≤ ${longestFamily}`,
  found: String(team.run),
  ...(team.run > 1 && team.run_name ? { evidence: `${team.run_name} × ${team.run}` } : {}),
});

function lookAtBirthdays(team: ClaimedTeam): CheckFinding {
  const { birthdays, same_birthday, listed } = team;
  const one = { ...ofTeam(team, 'ages'), expected: `≤ ${percent(sharedBirthdays, 1)}` };
  if (birthdays === 0) return { ...one, ...lacking, found: '—' };
  const made = listed >= shortest && same_birthday > birthdays * sharedBirthdays;
  const evidence = `${same_birthday} / ${birthdays}`;
  return { ...one, result: made ? 'warn' : 'pass', found: percent(same_birthday, birthdays), evidence };
}

function lookAtTwice({ twice }: RewardClaimBasis): CheckFinding[] {
  if (twice.length === 0) return [{ code: 'duplicate', result: 'pass', expected: '0', found: '0' }];
  return twice.map(({ itinerary_id, name, no, against }) => ({
    code: 'duplicate',
    result: 'fail',
    expected: '0',
    found: '1',
    itinerary_id: Number(itinerary_id),
    evidence: `${maskName(name)} → ${no}`,
    against: against as NonNullable<CheckFinding['against']>,
  }));
}

function lookAtLists({ lists }: IndependentEvidenceAgainstClaim): CheckFinding[] {
  if (lists.length === 0) return [{ code: 'same_list', result: 'pass', expected: '0', found: '0' }];
  // the same list twice may be regular guests; paid twice it is fraud
  return lists.map(({ itinerary_id, other_id, team_no, application_id, no }) => ({
    code: 'same_list',
    result: application_id === null ? 'warn' : 'fail',
    expected: '0',
    found: '1',
    itinerary_id: Number(itinerary_id),
    evidence: [team_no, no].filter(Boolean).join(' → '),
    against: application_id === null ? `travel/itinerary:${other_id}` : `reward/application:${application_id}`,
  }));
}

function lookAtPapers({ papers, shared }: IndependentEvidenceAgainstClaim): CheckFinding[] {
  if (shared.length > 0)
    return shared.map(({ invoice_no, application_id, no }) => ({
      code: 'invoices',
      result: 'fail',
      expected: '0',
      found: '1',
      evidence: `${invoice_no ?? ''} → ${no}`.trim(),
      against: `reward/application:${application_id}`,
    }));
  return [
    papers === 0
      ? { code: 'invoices', ...lacking, found: '—' }
      : { code: 'invoices', result: 'pass', expected: '0', found: '0', evidence: String(papers) },
  ];
}

const lookAtCredit = (credit: CreditGrade | null, least: CreditGrade | null): CheckFinding => ({
  code: 'credit',
  ...(credit === null ? lacking : { result: least !== null && credit > least ? 'fail' : 'pass' }),
  ...(least === null ? {} : { expected: `≥ ${least}` }),
  found: credit ?? '—',
});

function lookAtClawed({ clawed }: IndependentEvidenceAgainstClaim): CheckFinding[] {
  if (clawed.length === 0) return [{ code: 'clawed', result: 'pass', expected: '0', found: '0' }];
  return clawed.map(({ id, no }) => ({
    code: 'clawed',
    result: 'warn',
    expected: '0',
    found: '1',
    evidence: no,
    against: `reward/application:${id}`,
  }));
}

/** Maximum characters of stored evidence. */
const longest = 500;

/** Checks each team of an application and the application as a whole (domain reference §2.P). */
export function compareClaimWithEvidence(
  claimed: RewardClaimBasis,
  evidence: IndependentEvidenceAgainstClaim,
  credit: CreditGrade | null,
): CheckFinding[] {
  const found = [
    ...claimed.teams.flatMap((team) => {
      const counted = evidence.counted.filter(({ itinerary_id }) => Number(itinerary_id) === Number(team.id));
      const nights = lookAtNights(team, counted);
      return [
        lookAtMinimum(team, claimed),
        lookAtList(team),
        lookAtOrigins(team, claimed),
        ...(nights ? [nights] : []),
        ...lookAtGates(team, counted),
        ...lookAtVehicles(team, evidence),
        lookAtNames(team),
        lookAtBirthdays(team),
      ];
    }),
    ...lookAtTwice(claimed),
    ...lookAtLists(evidence),
    ...lookAtPapers(evidence),
    lookAtCredit(evidence.credit, credit),
    ...lookAtClawed(evidence),
  ];
  return found.map((one) => (one.evidence ? { ...one, evidence: one.evidence.slice(0, longest) } : one));
}
