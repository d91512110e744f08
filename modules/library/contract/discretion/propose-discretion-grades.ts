import { centsToYuan, yuanToCents } from '#kernel/kind/money.ts';
import {
  centsOrZero,
  type EnteredFine,
  type FineMeasure,
  fineAppliesTo,
  rangeOfFine,
  toMultipleUnits,
} from '../cause/statutory-fine-range-and-faults.ts';
import { type Consequence, consequences, type GradeKind } from './discretion-grades-and-levels-of-harm-options.ts';
import type { EnteredGrade } from './find-faults-of-grades-of-fines.ts';

/** A grade with the facts that lead to it. */
export interface DiscretionGradeCondition extends EnteredGrade {
  readonly circumstances?: string | null;
  readonly amount_from?: string | null;
  readonly times_from?: number | null;
  readonly tourists_from?: number | null;
  readonly consequence?: string | null;
  readonly other_penalty?: string | null;
}

/** Facts of a case. What is unknown is left out, and meets no condition. */
export interface CaseFacts {
  readonly subject: 'org' | 'person';
  /** Illegal gains, turnover or fee, as the fine is measured by it. Yuan, in wire form. */
  readonly amount?: string | undefined;
  /** Which violation of this kind within two years it is; 1: the first. */
  readonly times?: number | undefined;
  readonly tourists?: number | undefined;
  readonly consequence?: Consequence | undefined;
}

/** The grades that the standard proposes for one of the fines of the cause. */
export interface DiscretionGradeProposal<G extends DiscretionGradeCondition = DiscretionGradeCondition> {
  /** Number of the fine, from 1; 0 if the cause has none. */
  readonly penaltyNo: number;
  /** All grades whose conditions the facts meet, gravest first. The first is proposed. */
  readonly grades: readonly ProposedDiscretionGrade<G>[];
}

export interface ProposedDiscretionGrade<G extends DiscretionGradeCondition = DiscretionGradeCondition> {
  /** Index of the grade. */
  readonly row: number;
  readonly grade: G;
  readonly measure: FineMeasure | undefined;
  /** Amounts in yuan; of a multiple those of the facts, if the base is known. Undefined: the grade has no fine. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

const gravest: readonly GradeKind[] = ['severe', 'ordinary', 'lenient', 'mitigated', 'none'];
const harms = Object.keys(consequences);

/**
 * The grades that a discretion standard proposes for the facts of a case, for each fine that applies to its subject and
 * amount. A grade applies if the facts meet all its conditions; one without conditions applies if no other does. Leniency
 * needs its circumstances to be found by an officer, so that the gravest grade is proposed and the others are listed.
 */
export function proposeDiscretionGrades<G extends DiscretionGradeCondition>(
  penalties: readonly EnteredFine[],
  grades: readonly G[],
  facts: CaseFacts,
): DiscretionGradeProposal<G>[] {
  if (penalties.length === 0) return [{ penaltyNo: 0, grades: gradesFor(undefined, grades.entries(), facts) }];
  return penalties.flatMap((penalty, at) => {
    if ((penalty.subject ?? 'org') !== facts.subject || !fineAppliesTo(penalty, centsOrZero(facts.amount))) return [];
    const own = [...grades.entries()].filter(([, one]) => Number(one.penalty_no ?? 1) === at + 1);
    return [{ penaltyNo: at + 1, grades: gradesFor(penalty, own, facts) }];
  });
}

function gradesFor<G extends DiscretionGradeCondition>(
  penalty: EnteredFine | undefined,
  own: Iterable<[number, G]>,
  facts: CaseFacts,
): ProposedDiscretionGrade<G>[] {
  const met = [...own].filter(([, one]) => meets(one, facts));
  const stated = met.filter(([, one]) => conditionsOf(one).length > 0);
  const measure = penalty && rangeOfFine(penalty)?.measure;
  return (stated.length > 0 ? stated : met)
    .map(([row, one]) => ({ row, grade: one, measure, ...fineOf(measure, one, facts) }))
    .toSorted((a, b) => rank(a.grade) - rank(b.grade) || a.row - b.row);
}

const rank = ({ grade }: EnteredGrade): number => gravest.indexOf(grade as GradeKind);

const isGiven = <T>(value: T | null | undefined | ''): value is T =>
  value !== null && value !== undefined && value !== '';

/** For each condition a grade states: whether the facts meet it. */
function conditionsOf(one: DiscretionGradeCondition, facts?: CaseFacts): boolean[] {
  const found: boolean[] = [];
  const least = (from: number | null | undefined, value: number | undefined) => {
    if (isGiven(from)) found.push(value !== undefined && value >= from);
  };
  least(
    isGiven(one.amount_from) ? yuanToCents(one.amount_from) : undefined,
    isGiven(facts?.amount) ? yuanToCents(facts.amount) : undefined,
  );
  least(one.times_from, facts?.times);
  least(one.tourists_from, facts?.tourists);
  least(
    isGiven(one.consequence) ? harms.indexOf(one.consequence) : undefined,
    facts?.consequence === undefined ? undefined : harms.indexOf(facts.consequence),
  );
  return found;
}

const meets = (one: DiscretionGradeCondition, facts: CaseFacts): boolean => conditionsOf(one, facts).every(Boolean);

/** The fine of a grade in yuan. A multiple is of the amount of the facts, in whole cents. */
function fineOf(measure: FineMeasure | undefined, one: EnteredGrade, { amount }: CaseFacts) {
  if (measure === 'fine' && isGiven(one.fine_to))
    return { from: centsToYuan(centsOrZero(one.fine_from)), to: centsToYuan(yuanToCents(one.fine_to)) };
  if (measure !== 'multiple' || !isGiven(one.multiple_to) || !isGiven(amount))
    return { from: undefined, to: undefined };
  const times = (multiple: number) =>
    Number((BigInt(yuanToCents(amount)) * BigInt(toMultipleUnits(multiple)) + 5_000n) / 10_000n);
  return { from: centsToYuan(times(one.multiple_from ?? 0)), to: centsToYuan(times(one.multiple_to)) };
}
