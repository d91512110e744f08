import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import {
  arrivalCodeAt,
  arrivalSecretSource,
  isArrivalCode,
  maxAcceptedCodeOffset,
} from '../../contract/check/officer-arrival-one-time-code.ts';
import type { OfficerWithEligibility } from './officer-eligibility-for-check.ts';

/** The secret from which the arrival codes of an officer at a check follow. Only their own sessions get it or a code. */
export const arrivalSecretOf = ({ seal }: Pick<Engine, 'seal'>, check: number, officer: number): string =>
  seal.hash(arrivalSecretSource(check, officer));

interface GivenCode {
  readonly check: number;
  readonly officers: readonly OfficerWithEligibility[];
  /** Digits as they were entered. */
  readonly code: string;
  /** Unix seconds at which it was given. */
  readonly at: number;
}

/** Whose arrival code this is, and by how many codes the clock that showed it differs. Undefined: nobody's. */
export async function findOfficerOfCode(
  engine: Pick<Engine, 'seal'>,
  { check, officers, code, at }: GivenCode,
): Promise<{ readonly officer: OfficerWithEligibility; readonly off: number } | undefined> {
  if (!isArrivalCode(code)) return undefined;
  // the nearest first, so that a code that is right is not said to be off
  for (let distance = 0; distance <= maxAcceptedCodeOffset; distance += 1)
    for (const officer of officers)
      for (const off of new Set([distance, -distance]))
        if ((await arrivalCodeAt(arrivalSecretOf(engine, check, officer.id), at, off)) === code)
          return { officer, off };
  return undefined;
}
