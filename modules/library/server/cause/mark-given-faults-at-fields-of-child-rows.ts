import type { WriteContext } from '#server/write/hook/write-hooks-of-module.ts';
import type { RowFault } from '../../contract/cause/statutory-fine-range-and-faults.ts';

/** Notes faults of rows at the fields of a list. */
export function markGivenFaultsAtChildRowFields(
  { fail }: Pick<WriteContext, 'fail'>,
  list: string,
  faults: readonly RowFault[],
): void {
  for (const { row, field, message, values } of faults) fail(`${list}.${row}.${field}`, message, values);
}
