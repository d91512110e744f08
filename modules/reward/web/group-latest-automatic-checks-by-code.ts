import type { WireRow } from '#web/resource/wire-row.ts';
import { type CheckCode, type CheckResult, checkCodes } from '../contract/reward-kinds-units-and-check-codes.ts';

/** Results of one check, the worst row first. */
export interface AutomaticChecksOfCode {
  readonly code: CheckCode;
  readonly result: CheckResult;
  /** No data was there to compare with. */
  readonly lacking: boolean;
  readonly rows: readonly WireRow[];
}

const order: readonly CheckResult[] = ['fail', 'warn', 'pass'];
const rank = (row: WireRow): number => order.indexOf(row.result as CheckResult);

/** The latest check of each item: failed first, then those without data, then passed. */
export function groupLatestAutomaticChecksByCode(rows: readonly WireRow[]): readonly AutomaticChecksOfCode[] {
  const last = Math.max(0, ...rows.map(({ round }) => Number(round)));
  const those = rows.filter(({ round }) => Number(round) === last);
  return (Object.keys(checkCodes) as CheckCode[])
    .flatMap((code) => {
      const own = those.filter((row) => row.code === code).toSorted((one, other) => rank(one) - rank(other));
      const [worst] = own;
      if (!worst) return [];
      const doubted = own.filter((row) => row.result === worst.result);
      const lacking = worst.result === 'warn' && doubted.every((row) => row.lacking === '1');
      return [{ code, result: worst.result as CheckResult, lacking, rows: own }];
    })
    .toSorted(
      (one, other) =>
        order.indexOf(one.result) - order.indexOf(other.result) || Number(one.lacking) - Number(other.lacking),
    );
}
