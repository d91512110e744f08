import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { type EnteredFine, faultsOfFines } from '../../contract/cause/statutory-fine-range-and-faults.ts';
import type { violationCause } from '../../contract/cause/violation-cause.ts';
import { markGivenFaultsAtChildRowFields } from './mark-given-faults-at-fields-of-child-rows.ts';

async function checkPenalties(context: WriteContext<typeof violationCause>): Promise<void> {
  const rows = (await context.rowsOf('penalties')) as readonly EnteredFine[];
  markGivenFaultsAtChildRowFields(context, 'penalties', faultsOfFines(rows));
}

export const violationCauseWriteHooks: WriteHooks<typeof violationCause> = {
  add: checkPenalties,
  edit: checkPenalties,
};
