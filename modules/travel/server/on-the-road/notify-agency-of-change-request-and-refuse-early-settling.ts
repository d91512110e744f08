import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import { Refused } from '#server/refusal.ts';
import type { WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { changeRequested } from '../../contract/message-templates.ts';
import type { changeRequest } from '../../contract/on-the-road/itinerary-change-requested-by-guide.ts';

const unchanged = text(
  '行程尚未变更，请先变更行程再办结',
  'The itinerary has not been changed yet. Change it before completing this request',
);

/** A change request is settled only after the itinerary has been changed. */
export const changeRequestWriteHooks: WriteHooks<typeof changeRequest> = {
  /** For the agency that makes the change. */
  notify: {
    added: {
      template: changeRequested,
      values: {
        route: 'itinerary_id.route',
        day: { day: 'itinerary_id.start_at' },
        guide: 'guide_id.name',
        reason: text('{kind} {stop_name}，{reason}', '{kind} {stop_name}, {reason}'),
      },
      to: { holdersOf: 'itinerary_id' },
    },
  },
  moves: {
    async settle({ before, tx, values, input }) {
      const changed = await tx.row(sql`
        select from travel_change_request r where r.id = ${before.id} and exists (select from history h
          where h.resource = 'travel/itinerary' and h.row_id = r.itinerary_id and h.action = 'edit' and h.createtime > r.createtime)`);
      if (!changed) throw new Refused(unchanged, { data: { reason: 'not_ready' } });
      values.answer = input.answer ?? null;
    },
    refuse({ values, input }) {
      values.answer = input.answer;
    },
  },
};
