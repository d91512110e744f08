import type { Hooks, WriteContext } from '#server/write/hook/hooks.ts';
import type { cause } from '../../contract/cause/cause.ts';
import { type PenaltyRange, penaltyFaults, type RowFault } from '../../contract/cause/penalty-range.ts';

/** Notes faults of rows at the fields of a list. */
export function failAtRows({ fail }: Pick<WriteContext, 'fail'>, list: string, faults: readonly RowFault[]): void {
  for (const { row, field, message, values } of faults) fail(`${list}.${row}.${field}`, message, values);
}

async function checkPenalties(context: WriteContext<typeof cause>): Promise<void> {
  const rows = (await context.rowsOf('penalties')) as readonly PenaltyRange[];
  failAtRows(context, 'penalties', penaltyFaults(rows));
}

export const causeHooks: Hooks<typeof cause> = { add: checkPenalties, edit: checkPenalties };
