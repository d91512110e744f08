import { text } from '#kernel/text/text.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import { Refused } from '#server/refusal.ts';
import type { WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { type agencyCoverage, insuranceRequiredStates } from '../contract/liability-coverage-of-agency.ts';
import { coverLapsed, coverUrged } from '../contract/message-templates.ts';
import { updateAgencyCoverage } from './update-agency-coverage.ts';

const past = text('不能早于今天', 'Must not be before today');
const trades = text('该旅行社仍在经营', 'The agency is still operating');

export const agencyCoverageWriteHooks: WriteHooks<typeof agencyCoverage> = {
  notify: {
    urge: { template: coverUrged, values: { date: 'cover_by' } },
    // an officer who records it on request sees to the agency
    lapse: { template: coverLapsed, values: { name: 'enterprise_id', since: 'gap_from' }, by: ['system'] },
  },
  moves: {
    lapse({ before, values }) {
      values.gap_from = addDays(before.covered_to ?? shanghaiToday(), 1);
      values.covered_to = null;
    },
    renew({ before, tx, engine, afterStore }) {
      afterStore(async () => {
        await updateAgencyCoverage(engine, tx, { of: [before.enterprise_id ?? 0] });
      });
    },
    async end({ before, tx }) {
      const row = await tx.row<{ status: string }>(
        sql`select status from enterprise where id = ${before.enterprise_id} for share`,
      );
      if (insuranceRequiredStates.some((one) => one === row?.status))
        throw new Refused(trades, { data: { reason: 'still_trades' } });
    },
    /** Records the demand in the history. */
    urge({ input, values, note, fail }) {
      if (input.cover_by < shanghaiToday()) fail('cover_by', past);
      values.cover_by = input.cover_by;
      note(input.words);
    },
  },
};
